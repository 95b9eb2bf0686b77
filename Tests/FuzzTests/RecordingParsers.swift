import TestBasics

@testable import CoreTestSupport
@testable import PlayheadCore
@testable import PlayheadTesting

/// Recordings of players, which are also replayed: what they hold reaches the player's state machine.
enum RecordingParsers {
    static let all: [FuzzedParser] = [
        FuzzedParser("recording", isText: true, try recordings) { bytes in
            var reader = try RecordingReader(text: String(decoding: bytes, as: UTF8.self))
            while try reader.next() != nil {}
        },
        FuzzedParser("replay", isText: true, try recordings) { bytes in
            var replay = try TraceReplay(text: String(decoding: bytes, as: UTF8.self))
            _ = try replay.run()
        },
        FuzzedParser(
            "state of a recording", isText: true, [Array(try PlayerMachine().recordedFields.text.utf8)]
        ) {
            bytes in
            var fields = JSONFields(bytes)
            fields.fill(from: try PlayerMachine().recordedFields, onlyInside: true)
            _ = try PlayerMachine(recordedFields: fields).recordedFields
        },
    ]

    /// Some inputs in any order, after a beginning that is like those of players.
    private static var recordings: [[UInt8]] {
        get throws {
            try (UInt64(1)...6).map { seed in
                var inputs = RandomInputs(seed: seed)
                var driver = ReducerDriver()
                var writer = RecordingWriter()
                for _ in 0..<20 { driver.apply(inputs.input(for: driver.machine)) }
                var bytes = try writer.line(for: .begin(driver.machine, at: driver.moment.now))
                for index in 0..<12 {
                    driver.moment.now += inputs.pause()
                    let input = inputs.input(for: driver.machine)
                    driver.apply(input)
                    bytes += try writer.line(for: .step(input, at: driver.moment, driver.machine))
                    if index == 6 {
                        bytes += try writer.line(for: .gap(lost: 2, driver.machine, at: driver.moment.now))
                    }
                }
                return try bytes + writer.line(for: .end)
            }
        }
    }
}
