import ArgumentParser
internal import GStreamer
import Playhead
internal import PlayheadServer
internal import PlayheadSystem

/// The configuration file of the user: options, profiles and keys.
struct ConfigurationFile {
    /// An option with its values.
    struct Setting {
        /// The long name of the option.
        var name: String
        var values: [String]
        var isFlag: Bool
        var line: Int
        var column: Int
        /// The profile that it stands in; nil outside of profiles.
        var profile: String?
    }

    /// A named group of options.
    struct Profile {
        var name: String
        /// The conditions under which it applies by itself; empty if only `--profile` selects it.
        var conditions: [ProfileCondition]
        var settings: [Setting]
    }

    let path: String
    var settings: [Setting] = []
    var profiles: [Profile] = []
    var keys: [(key: KeyPress, action: KeyAction?, line: Int)] = []

    /// The default path; nil without a home directory.
    static var usualPath: String? { UserFolder.configuration.map { $0 + "/playhead/config.yaml" } }

    /// Reads the file of the user; nil if there is none.
    static func ofUser() throws(DocumentError) -> ConfigurationFile? {
        guard let path = usualPath, LocalFile(path: FilePath(path)) != .missing else { return nil }
        var reader = ConfigurationReader(try Document(path: path), path: path)
        return try reader.read()
    }

    /// The keys of the player.
    var bindings: KeyBindings {
        var bindings = KeyBindings()
        for (key, action, _) in keys { bindings.bind(key, to: action) }
        return bindings
    }
}

extension ConfigurationFile.Setting {
    /// The arguments for the option. A flag is an argument of its own, or none.
    var words: [String] {
        isFlag ? (values == ["true"] ? ["--" + name] : []) : values.map { "--\(name)=\($0)" }
    }
}

extension ConfigurationFile {
    /// Throws if a value means nothing to a subcommand that has the option.
    func check(_ setting: Setting, of command: any ConfigurableCommand.Type) throws {
        do {
            _ = try command.parse(setting.words + ["--", "x"])
        } catch {
            let error = DocumentError(
                file: path, line: setting.line, column: setting.column, message: command.message(for: error))
            throw ValidationError("\(error)")
        }
    }

    /// Checks all values, also those of profiles that do not apply.
    func checkAll() throws {
        for (_, command) in ConfigurableOptions.commands {
            let names = Set(ConfigurableOptions.of(command).map(\.name))
            for setting in settings + profiles.flatMap(\.settings) where names.contains(setting.name) {
                try check(setting, of: command)
            }
        }
    }
}
