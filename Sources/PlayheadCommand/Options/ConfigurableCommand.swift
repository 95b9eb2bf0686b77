import ArgumentParser

/// A subcommand whose options may stand in the configuration file.
protocol ConfigurableCommand: ParsableCommand {
    var configurationFile: ConfigurationOptions { get }
    /// The media that conditions of profiles examine.
    var inputs: [String] { get }
}
