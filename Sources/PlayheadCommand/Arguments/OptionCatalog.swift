import ArgumentParser
internal import FoundationEssentials

/// The options of a subcommand, as its help names them.
struct OptionCatalog {
    struct Option: Decodable {
        struct Name: Decodable {
            var kind: String
            var name: String
        }

        var kind: String
        var names: [Name]?
        var isRepeating: Bool
        var valueName: String?
        var defaultValue: String?
        var allValues: [String]?

        /// The long name without dashes.
        var name: String { names?.first { $0.kind == "long" }?.name ?? "" }
        var isFlag: Bool { kind == "flag" }
    }

    private struct Dump: Decodable {
        struct Command: Decodable { var arguments: [Option]? }

        var command: Command
    }

    let options: [Option]

    /// Reads the options of a subcommand, without those that each subcommand has (`--help`, `--version`).
    init(_ command: any ParsableCommand.Type) {
        let dump = try? JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8))
        options = (dump?.command.arguments ?? []).filter {
            !$0.name.isEmpty && !["help", "version"].contains($0.name)
        }
    }

    subscript(name: String) -> Option? { options.first { $0.name == name } }
}
