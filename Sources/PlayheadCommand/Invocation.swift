import ArgumentParser
internal import GStreamer
import Playhead
internal import PlayheadSystem

/// The command line with the subcommand that it means.
struct Invocation {
    /// The subcommand; nil if the root command answers, such as for `--help`.
    let subcommand: String?
    /// Whether the user omitted `play`.
    let isImplied: Bool
    /// The arguments after the subcommand.
    let words: [String]

    /// Finds the subcommand. It throws if the first word is a misspelt subcommand.
    init(_ arguments: [String]) throws {
        let first = arguments.first ?? ""
        if Self.names.contains(first) {
            (subcommand, isImplied) = (first, false)
            words = OptionalValues.completed(Array(arguments.dropFirst()))
        } else if Self.rootOptions.contains(String(first.prefix { $0 != "=" })) {
            (subcommand, isImplied, words) = (nil, false, arguments)
        } else {
            try Self.checkSpelling(of: first)
            (subcommand, isImplied, words) = ("play", true, OptionalValues.completed(arguments))
        }
    }

    /// Parses the arguments, with the configuration file of the user.
    func parse() throws -> ParsedInvocation {
        guard let type = ConfigurableOptions.commands.first(where: { $0.name == subcommand })?.type else {
            return ParsedInvocation(
                command: try RootCommand.parseAsRoot((subcommand.map { [$0] } ?? []) + words))
        }
        let line = ConfiguredCommandLine(type, words)
        // Help and the error messages of the whole command need its name.
        let parsed = try RootCommand.parseAsRoot([subcommand ?? ""] + line.words)
        guard let typed = parsed as? any ConfigurableCommand else { return ParsedInvocation(command: parsed) }
        if isImplied { try check(typed.inputs) }
        let file = try ConfiguredCommandLine.file(for: typed.configurationFile)
        let settings = try line.settings(of: file, for: typed.configurationFile, inputs: typed.inputs)
        guard let settings, let file else { return ParsedInvocation(command: typed) }
        let command = try settings.parse(type, typed: line.words)
        return ParsedInvocation(command: command, keys: file.bindings)
    }

    /// Throws if the first item is a subcommand that stands after an option, or a misspelt one.
    private func check(_ items: [String]) throws {
        guard let item = items.first, !words.contains("--"), Self.isBareWord(item) else { return }
        if Self.names.contains(item) {
            throw ValidationError(
                "There is no file `\(item)`, and a subcommand comes first: playhead \(item) ...")
        }
        try Self.checkSpelling(of: item)
    }

    private static func checkSpelling(of word: String) throws {
        guard isBareWord(word), let name = names.nearest(to: word) else { return }
        throw ValidationError("There is no file or subcommand `\(word)`; did you mean `\(name)`?")
    }

    /// Whether it can be a subcommand, and is no existing file.
    private static func isBareWord(_ word: String) -> Bool {
        guard word.first?.isLetter == true, word.allSatisfy({ $0.isLetter || $0 == "-" }) else {
            return false
        }
        return LocalFile(path: FilePath(word)) == .missing
    }

    private static let rootOptions: Set = [
        "-h", "--help", "--help-hidden", "--version", "--generate-completion-script",
        "--experimental-dump-help",
    ]

    /// The names of the subcommands.
    private static let names =
        RootCommand.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
}

/// A command that is ready to run.
struct ParsedInvocation {
    var command: any ParsableCommand
    /// The keys of the player.
    var keys = KeyBindings()
}
