import ArgumentParser
import PlayheadCompare
internal import PlayheadSystem

/// One side of a comparison, and the command that measures it.
struct ComparedSide: Sendable {
    /// `A` or `B`.
    let name: String
    let input: String
    /// The path of the command; nil for this executable.
    let command: String?
    let environment: [String: String]
    private let options: [String]

    init(
        name: String, input: String, program: String?, environment: [EnvironmentVariable], options: [String]
    ) {
        self.name = name
        self.input = input
        self.command = program
        self.environment = Dictionary(environment.map { ($0.name, $0.value) }) { $1 }
        self.options = options
    }

    var isThisCommand: Bool { command == nil }

    var program: FilePath {
        command.map { FilePath($0) } ?? ChildRun.program
    }

    /// The arguments of the command for a measurement.
    func arguments(_ kind: MeasurementKind, _ more: [String] = []) -> [String] {
        ["compare-side", "--measure=\(kind.rawValue)"] + more + options + ["--", input]
    }

    /// Parses the arguments as the child process does.
    func validate() throws {
        do {
            _ = try CompareSideCommand.parse(Array(arguments(.play).dropFirst()))
        } catch {
            throw ValidationError(
                "An option for \(name): " + CompareSideCommand.message(for: error))
        }
    }
}
