import ArgumentParser
internal import PlayheadServer

/// The settings of a configuration file that apply to a command line.
///
/// Later ones have precedence: those outside of profiles, the profiles whose conditions all inputs meet, the
/// profiles of `--profile`. The command line has precedence over all of them.
struct EffectiveSettings {
    let file: ConfigurationFile
    /// The settings with precedence, one for each option.
    let settings: [ConfigurationFile.Setting]

    /// Finds the settings for a command with these options and inputs. `typed` has the names of the options on
    /// the command line.
    init(
        _ file: ConfigurationFile, options: [OptionCatalog.Option], profiles selected: [String],
        inputs: [String],
        typed: Set<String>, probe: LiveProbe
    ) throws {
        self.file = file
        var profiles = file.profiles.filter { profile in
            !selected.contains(profile.name) && !profile.conditions.isEmpty && !inputs.isEmpty
                && inputs.allSatisfy { input in profile.conditions.contains { $0.isMet(by: input, probe) } }
        }
        for name in selected {
            guard let profile = file.profiles.first(where: { $0.name == name }) else {
                throw Self.unknown(name, in: file)
            }
            profiles.append(profile)
        }
        let names = Set(options.map(\.name))
        var effective: [ConfigurationFile.Setting] = []
        for setting in file.settings + profiles.flatMap(\.settings) where names.contains(setting.name) {
            effective.removeAll { $0.name == setting.name }
            effective.append(setting)
        }
        settings = effective.filter { !typed.contains($0.name) }
    }

    /// Parses the command with these settings. An error names the line of the setting that is to blame.
    func parse(
        _ command: any ConfigurableCommand.Type, typed words: [String]
    ) throws -> any ConfigurableCommand {
        do {
            return try command.parse(settings.flatMap(\.words) + words) as any ConfigurableCommand
        } catch {
            for setting in settings { try file.check(setting, of: command) }
            throw ValidationError("\(command.message(for: error)) (with the options of \(file.path))")
        }
    }

    private static func unknown(_ name: String, in file: ConfigurationFile) -> ValidationError {
        let known = file.profiles.map(\.name)
        let hint = known.nearest(to: name).map { "; did you mean `\($0)`?" } ?? ""
        let list = known.isEmpty ? "it has no profiles" : "it has \(known.joined(separator: ", "))"
        return ValidationError("There is no profile `\(name)` in \(file.path): \(list)\(hint)")
    }
}
