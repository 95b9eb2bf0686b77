import ArgumentParser

/// The options that may stand in a configuration file.
enum ConfigurableOptions {
    /// The subcommands that read the configuration file.
    static let commands: [(name: String, type: any ConfigurableCommand.Type)] = [
        ("play", PlayCommand.self), ("inspect", InspectCommand.self), ("subtitles", SubtitlesCommand.self),
        ("thumbnails", ThumbnailsCommand.self), ("storyboard", StoryboardCommand.self),
        ("waveform", WaveformCommand.self), ("frames", FramesCommand.self),
    ]

    /// The options of a subcommand, without those that name inputs or the configuration.
    static func of(_ command: any ConfigurableCommand.Type) -> [OptionCatalog.Option] {
        known[ObjectIdentifier(command)] ?? []
    }

    /// Read once, at the first use: this takes milliseconds, and is needed only with a configuration file.
    private static let known = Dictionary(
        uniqueKeysWithValues: commands.map { _, type in
            let options = OptionCatalog(type).options
            return (
                ObjectIdentifier(type),
                options.filter { !["playlist", "profile", "no-config"].contains($0.name) }
            )
        })

    /// The options of all these subcommands.
    static var all: [OptionCatalog.Option] {
        var names: Set<String> = []
        return commands.flatMap { of($0.type) }.filter { names.insert($0.name).inserted }
    }
}
