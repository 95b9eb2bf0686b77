import Foundation
import TestBasics
import Testing

/// Whatever a file or a server sends, our parsers read it or refuse it. A fixed number of inputs here; `make fuzz` tries new ones for minutes.
@Suite(.apart) struct FuzzTests {
    private static let parsers = [
        ContainerParsers.all, ContainerParsers.samples, FileParsers.all, StreamingParsers.all,
        TextParsers.all, RecordingParsers.all,
        ServerParsers.all,
    ].flatMap { $0 }.filter { wanted?.contains($0.testDescription) ?? true }

    /// The names of the only parsers that are wanted, between commas (`PLAYHEAD_FUZZ_PARSERS`).
    private static let wanted = ProcessInfo.processInfo.environment["PLAYHEAD_FUZZ_PARSERS"]?.split(
        separator: ","
    )
    .map(String.init)

    @Test(arguments: parsers) func `every input is read or refused`(_ parser: FuzzedParser) throws {
        try parser.run(sharing: Self.parsers.count)
    }
}
