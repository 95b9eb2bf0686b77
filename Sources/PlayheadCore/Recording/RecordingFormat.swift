package import FoundationEssentials

/// The format of a recording: JSON Lines, as described in docs/recording.md. Other versions of the format are
/// not read.
package enum RecordingFormat {
    package static let version = 2
    /// The maximum length of a line in bytes.
    package static let lineLimit = 1 << 24
    /// The range of clock times: about thirty thousand years.
    package static let moments = Duration.seconds(-1_000_000_000_000)...Duration.seconds(1_000_000_000_000)

    package static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy =
            .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try encoder.encode(value)
    }

    package static func decode<Value: Decodable>(
        _ type: Value.Type, from json: some Sequence<UInt8>
    ) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy =
            .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try decoder.decode(type, from: Data(json))
    }
}

/// The fields of the first line in every version of the format.
struct RecordingVersion: Decodable {
    var playheadTrace: Int
    var version: String?
}

/// The first line, which also has the initial state.
package struct RecordingHeader: Codable {
    package var playheadTrace: Int = RecordingFormat.version
    package var version: String?
    package var gstreamer: String?
    /// The start time on the player's clock.
    package var at: Duration?
}

/// Any other line without its snapshot or changes: an input and its result, a gap, or the end.
package struct RecordedLine: Codable {
    package var at: Duration?
    /// See ``Moment/limit``.
    package var limit: Duration?
    var command: TraceCommand?
    var report: TraceReport?
    /// The number of the load that reported.
    package var load: Int?
    var deadline: TraceDeadline?
    package var state: String?
    package var status: String?
    /// The position at that time.
    package var position: Duration?
    /// The number of lost inputs at this line; a full snapshot replaces them.
    package var lost: Int?
    /// The number of inputs in the whole recording.
    package var end: Int?
}

extension RecordedLine {
    /// Makes a line of an input.
    package init(_ input: PlayerInput) {
        switch input {
        case .command(let command): self.command = TraceCommand(command)
        case .pipeline(let event, let stamp): (report, load) = (TraceReport(event), stamp.number)
        case .expired(let deadline): self.deadline = TraceDeadline(deadline)
        }
    }

    /// The input of this line; nil without one, or if it is incomplete.
    package var input: PlayerInput? {
        if let command { return .command(command.value) }
        if let report, let load { return .pipeline(report.value, LoadID(number: load)) }
        return deadline.map { .expired($0.value) }
    }

    /// Makes a line of an input and the values derived from the resulting state.
    package init(_ input: PlayerInput, at moment: Moment, _ machine: PlayerMachine) {
        self.init(input)
        at = moment.now
        limit = moment.limit
        state = machine.state.name
        status = machine.status.rawValue
        position = machine.clamped(machine.timeline.position(at: moment))
    }

    package var fields: JSONFields {
        get throws { JSONFields(try RecordingFormat.encode(self)) }
    }
}

extension PlayerMachine {
    /// The full state under the names of ``traceFields``, including nil values.
    package var recordedFields: JSONFields {
        get throws {
            var fields = JSONFields(try RecordingFormat.encode(TraceState(self)))
            for name in Self.traceFields.names where fields[name] == nil { fields[name] = nil }
            return fields
        }
    }

    /// The state from recorded fields. Fields missing in an older recording have the values of a new player.
    package init(recordedFields: JSONFields) throws {
        self = try RecordingFormat.decode(TraceState.self, from: recordedFields.text.utf8).value
        guard isPossible else {
            throw PlayerError(.malformed, "A snapshot in the recording cannot come from a player")
        }
    }

    /// Whether the numbers of the state are in valid ranges.
    private var isPossible: Bool {
        let counts = [
            warningCount, gapCount, itemNumber, stamp.number, seeks.serial, steps.serial, jumps,
            lastStamp.number, passage.number, queueEdition, queue.rounds, failures, retries, traffic.bytes,
        ]
        let speeds = [speed, effectiveSpeed, timeline.speed, catchUp.speed ?? 1] + seeks.all.map(\.speed)
        let frames = [steps.inFlight, steps.waiting].compactMap { $0?.frames }
        return counts.allSatisfy((0...(1 << 53)).contains) && speeds.allSatisfy { $0.magnitude <= 16 }
            && frames.allSatisfy { $0.magnitude <= StepRequest.limit }
            && RecordingFormat.moments.contains(timeline.anchoredAt)
            && prepared.allSatisfy(\.isPossible)
    }
}
