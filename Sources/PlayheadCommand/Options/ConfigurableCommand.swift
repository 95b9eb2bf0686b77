import ArgumentParser

/// A subcommand whose options may stand in the configuration file.
protocol ConfigurableCommand: ParsableCommand {
    var configurationFile: ConfigurationOptions { get }
    var fetching: FetchingOptionGroup { get }
    /// The media that conditions of profiles examine.
    var inputs: [String] { get }
}
