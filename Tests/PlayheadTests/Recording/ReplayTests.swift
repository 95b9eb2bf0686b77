import Foundation
import Playhead
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// What a replay makes of recordings that do not fit the code, or are none.
struct ReplayTests {
    /// A minute that is played, sought in and paused.
    private func lines() async throws -> [String] {
        let harness = Harness(.fake)
        let box = RecordingBox()
        let recording = try harness.player.record(into: box.write)
        try await harness.inTheMiddle()
        await harness.player.seek(to: .seconds(30))
        harness.player.pause()
        await harness.closes()
        try await recording.stop()
        try box.replaysTheSame()
        return box.lines
    }

    private func replay(_ lines: [String]) throws -> TraceReplay {
        var replay = try TraceReplay(text: lines.joined(separator: "\n") + "\n")
        _ = try replay.run()
        return replay
    }

    /// Edits the first line that holds a text; answers its number.
    private func edit(_ lines: inout [String], at mark: String, _ old: String, _ new: String) throws -> Int {
        let index = try #require(lines.firstIndex { $0.contains(mark) })
        #expect(lines[index].contains(old))
        lines[index] = lines[index].replacing(old, with: new)
        return index + 1
    }

    @Test func `a changed input is a divergence with its line and fields`() async throws {
        var lines = try await lines()
        let line = try edit(&lines, at: #"{"pause":{}"#, #""pause":{}"#, #""play":{}"#)
        let divergence = try #require(try replay(lines).divergence)
        #expect(divergence.line == line)
        #expect(divergence.input == "command play")
        #expect(
            divergence.differences.contains {
                ($0.field, $0.recorded, $0.computed) == ("wantsToPlay", "false", "true")
            })
        #expect(
            divergence.differences.contains {
                ($0.field, $0.recorded, $0.computed) == ("state", #""paused""#, #""playing""#)
            })
        #expect(divergence.description.hasPrefix("line \(line): command play: "))
    }

    @Test func `a changed snapshot is a divergence at any depth`() async throws {
        let mark = #""target":30"#
        var lines = try await lines()
        let line = try edit(&lines, at: mark, #""inFlight":{"id":1"#, #""inFlight":{"id":2"#)
        let divergence = try #require(try replay(lines).divergence)
        #expect(divergence.line == line)
        #expect(divergence.differences.map(\.field) == ["seeks.inFlight.id"])
        #expect(divergence.differences.map(\.recorded) == ["2"])
        #expect(divergence.differences.map(\.computed) == ["1"])
    }

    @Test func `derived values of a snapshot are compared`() async throws {
        for (old, new) in [
            (#""state":"paused""#, #""state":"playing""#), (#""position":30"#, #""position":31"#),
        ] {
            var lines = try await lines()
            let line = try edit(&lines, at: #"{"pause":{}"#, old, new)
            let divergence = try #require(try replay(lines).divergence)
            #expect(divergence.line == line)
            #expect(divergence.differences.count == 1)
        }
    }

    @Test func `the first divergence alone counts, and the replay continues`() async throws {
        var lines = try await lines()
        let line = try edit(&lines, at: "inFlight", #""isRunning":false"#, #""isRunning":true"#)
        let replay = try replay(lines)
        #expect(replay.divergence?.line == line)
        #expect(replay.inputCount == lines.count - 2)
    }

    @Test func `other forms of numbers and line ends are no divergence`() async throws {
        var lines = try await lines()
        _ = try edit(&lines, at: #"{"pause":{}"#, #""position":30"#, #""position": 30.000"#)
        lines.insert("", at: 3)
        lines[4] += "\r"
        #expect(try replay(lines).divergence == nil)
    }

    @Test func `fields that a version lacks are not compared`() async throws {
        var lines = try await lines()
        lines[0] = lines[0].replacing(#""isStarved":false,"#, with: #""isFuture":{"a":1},"#)
        lines[0] = lines[0].replacing(#""seeks":{"origin":0,"serial":0}"#, with: #""seeks":{"serial":0}"#)
        let replay = try replay(lines)
        #expect(replay.divergence == nil)
        #expect(replay.inputCount == lines.count - 2)
    }

    @Test(arguments: [1, 5, 40]) func `a cut last line is no fault`(_ length: Int) async throws {
        let lines = try await lines()
        let whole = lines.dropLast(3).joined(separator: "\n") + "\n"
        var replay = try TraceReplay(text: whole + lines[lines.count - 3].prefix(length))
        #expect(try replay.run() == nil)
        #expect(replay.ending == .broken)
        #expect(replay.inputCount == lines.count - 4)
        replay = try TraceReplay(text: whole)
        #expect(try replay.run() == nil)
        #expect(replay.ending == .broken)
    }

    private static let header = #"{"playheadTrace":2}"# + "\n"
    private static let bad: [(String, PlayerError.Code)] = [
        ("", .empty), ("\n", .unknownFormat), ("no recording", .unknownFormat), ("{}", .unknownFormat),
        ("\u{0}\u{1}", .unknownFormat), (#"{"event":"hello"}"#, .unknownFormat),
        (header + "[]\n", .malformed), (header + "{}\n", .malformed),
        (header + #"{"at":1,"command":{"fly":{}}}"# + "\n", .malformed),
        (header + #"{"command":{"play":{}}}"# + "\n", .malformed),
        (header + #"{"at":1,"report":{"draining":{}}}"# + "\n", .malformed),
        (#"{"playheadTrace":2,"snapshot":{"status":"flying"}}"#, .malformed),
    ]

    @Test(arguments: bad)
    func `a file that is no session trace is refused with the reason`(_ text: String, code: PlayerError.Code)
    {
        #expect {
            var replay = try TraceReplay(text: text)
            _ = try replay.run()
        } throws: { ($0 as? PlayerError)?.code == code }
    }

    @Test(arguments: [
        ("", "[", PlayerError.Code.unknownFormat), ("", #"{"a":"#, .unknownFormat), (header, "[", .malformed),
    ])
    func `JSON with 100,000 levels is refused with the reason`(
        _ head: String, _ piece: String, code: PlayerError.Code
    ) {
        let text = head + String(repeating: piece, count: 100_000) + "\n"
        #expect {
            var replay = try TraceReplay(text: text)
            _ = try replay.run()
        } throws: { ($0 as? PlayerError)?.code == code }
    }

    @Test(arguments: [(1, "an older form, 1"), (3, "a newer form, 3")])
    func `a session trace of another format is refused with its version`(_ format: Int, words: String) {
        // The rest of the line may be of any form.
        let line = #"{"playheadTrace":\#(format),"version":"9.1.0","at":"noon","snapshot":[]}"#
        #expect {
            _ = try TraceReplay(text: line)
        } throws: { error in
            guard let error = error as? PlayerError else { return false }
            return error.code == .unsupportedVersion && error.message.contains(words)
                && error.hint == "replay it with playhead 9.1.0"
        }
    }

    @Test func `an unknown input is an error with line and column`() async throws {
        var lines = try await lines()
        let line = try edit(&lines, at: #""command":{"seek"#, #""speed":1,"#, "")
        #expect {
            _ = try replay(lines)
        } throws: { error in
            (error as? PlayerError)?.message
                == "Line \(line) of the recording cannot be read: command.seek.request: there is no “speed”"
        }
    }

    @Test func `an endless line is not read to its end`() throws {
        #expect {
            var replay = try TraceReplay(of: "/dev/zero")
            _ = try replay.run()
        } throws: { ($0 as? PlayerError)?.code == .unknownFormat }
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "long.jsonl").path(percentEncoded: false)
        var data = Data(#"{"playheadTrace":2}"#.utf8) + Data("\n".utf8)
        data += Data(repeating: UInt8(ascii: " "), count: RecordingFormat.lineLimit * 2)
        try data.write(to: URL(filePath: path))
        #expect {
            var replay = try TraceReplay(of: path)
            _ = try replay.run()
        } throws: {
            ($0 as? PlayerError)?.message == "Line 2 of the recording is longer than any of a recording"
        }
    }

    @Test(arguments: [("/nonexistent", PlayerError.Code.notFound), ("/tmp", .isDirectory)])
    func `an unreadable trace file is an error`(_ path: String, code: PlayerError.Code) {
        #expect { _ = try TraceReplay(of: path) } throws: { ($0 as? PlayerError)?.code == code }
    }

    @Test(.apart) func `random values in place of numbers cause no crash`() async throws {
        let lines = try await lines()
        var random = SeededGenerator(seed: 1)
        let number = /-?[0-9][0-9.]*/
        let others = [
            "0", "-1", "9223372036854775807", "-9223372036854775808", "9223372036.9", "1e18", "-9.2e18",
            "1e300",
            "1e-300", "0.5", "null", "true", "\"x\"", "[]", "{}",
        ]
        for _ in 1...600 {
            var lines = lines
            let line = Int.random(in: 0..<lines.count, using: &random)
            let places = lines[line].ranges(of: number)
            guard let place = places.randomElement(using: &random) else { continue }
            lines[line].replaceSubrange(place, with: others.randomElement(using: &random) ?? "")
            // It may be refused.
            _ = try? replay(lines)
        }
    }

    /// What no player counts or plays, at a place of a recorded snapshot.
    @Test(arguments: [
        (#""queueEdition":1,"#, #""queueEdition":9223372036854775807,"#),
        (#""rounds":0"#, #""rounds":9223372036854775807"#), (#""failures":0,"#, #""failures":-1,"#),
        (#""traffic":{"bytes":0,"#, #""traffic":{"bytes":-1,"#),
        (#""retries":0,"#, #""retries":9223372036854775807,"#),
        (#""lastStamp":1,"#, #""lastStamp":9223372036854775807,"#),
        // Of an item that was opened ahead.
        (#""prepared":[]"#, #""prepared":[@]"#),
    ])
    func `an extreme number is refused`(_ old: String, _ new: String) async throws {
        let harness = Harness(.fake)
        let box = RecordingBox()
        harness.player.load(try harness.film())
        let recording = try harness.player.record(into: box.write)
        await harness.closes()
        try await recording.stop()
        var lines = box.lines
        #expect(lines[0].contains(old))
        let snapshot =
            lines[0].firstRange(of: #""snapshot":"#).map { lines[0][$0.upperBound...].dropLast() } ?? ""
        let another = snapshot.replacing(#""failures":0,"#, with: #""failures":-1,"#)
        lines[0] = lines[0].replacing(old, with: new.replacing("@", with: another))
        #expect {
            _ = try replay(lines)
        } throws: { ($0 as? PlayerError)?.code == .malformed }
    }

    @Test func `byte counts stop at the largest number`() {
        var traffic = TransferTotals()
        for _ in 1...3 { traffic.add(.max, in: Duration(attoseconds: .max)) }
        #expect(traffic.bytes == .max && traffic.time == .farthest)
        traffic = TransferTotals()
        traffic.add(5, in: .seconds(-1))
        #expect(traffic.bytes == 5 && traffic.time == .zero)
    }

    @Test(.apart) func `random changed bytes cause no crash`() async throws {
        let text = Array(try await lines().joined(separator: "\n").utf8)
        var random = SeededGenerator(seed: 2)
        for _ in 1...600 {
            var text = text
            for _ in 1...Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<text.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: text[place] = UInt8.random(in: 0...255, using: &random)
                case 1: text.remove(at: place)
                default: text.insert(contentsOf: text[place...].prefix(20), at: place)
                }
            }
            // It may be refused.
            if var replay = try? TraceReplay(text: String(decoding: text, as: UTF8.self)) {
                _ = try? replay.run()
            }
        }
    }
}
