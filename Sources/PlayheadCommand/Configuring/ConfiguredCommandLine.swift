import ArgumentParser

/// The arguments of a subcommand, with the configuration file of the user.
struct ConfiguredCommandLine {
    let type: any ConfigurableCommand.Type
    /// The arguments of the user, without `--no-NAME`.
    let words: [String]
    /// The names of the options on the command line.
    let typed: Set<String>

    init(_ type: any ConfigurableCommand.Type, _ arguments: [String]) {
        self.type = type
        let negated = NegatedOptions(arguments) { OptionCatalog(type) }
        words = negated.words
        let options = negated.words.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
        typed = negated.names.union(options.map { String($0.dropFirst(2).prefix { $0 != "=" }) })
    }

    /// Parses the arguments alone.
    func parseTyped() throws -> any ConfigurableCommand { try type.parse(words) as any ConfigurableCommand }

    /// The settings of the file that apply; nil without a file.
    func settings(
        of file: ConfigurationFile?, for options: ConfigurationOptions, inputs: [String]
    ) throws -> EffectiveSettings? {
        guard let file else {
            guard let name = options.profiles.first else { return nil }
            let reason =
                options.noConfig
                ? "--no-config ignores the file"
                : "there is no file \(ConfigurationFile.usualPath ?? "config.yaml")"
            throw ValidationError("There is no profile `\(name)`: \(reason)")
        }
        let known = ConfigurableOptions.of(type)
        let names = Set(known.map(\.name))
        let probe = LiveProbe { [self] in
            let base = file.settings.filter { names.contains($0.name) && !typed.contains($0.name) }
            return try? (type.parse(base.flatMap(\.words) + words) as any ConfigurableCommand).fetching
        }
        return try EffectiveSettings(
            file, options: known, profiles: options.profiles, inputs: inputs,
            typed: typed, probe: probe)
    }

    /// The configuration file of the user; nil without one, or with `--no-config`.
    static func file(for options: ConfigurationOptions) throws -> ConfigurationFile? {
        guard !options.noConfig else { return nil }
        do { return try ConfigurationFile.ofUser() } catch { throw ValidationError("\(error)") }
    }
}
