package import FoundationEssentials

/// The form of a recording: JSON Lines, as docs/recording.md describes them. A recording of another version of the form is not
/// read.
package enum RecordingFormat {
    package static let version = 2
    /// The longest line that is read, in bytes.
    package static let lineLimit = 1 << 24
    /// What a clock may show: no more than some thirty thousand years.
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

/// What every version of the form has in its first line.
struct RecordingVersion: Decodable {
    var playheadTrace: Int
    var version: String?
}

/// The first line. What else stands in it is the state that the recording begins with.
package struct RecordingHeader: Codable {
    package var playheadTrace: Int = RecordingFormat.version
    package var version: String?
    package var gstreamer: String?
    /// When the recording began, on the player's clock.
    package var at: Duration?
}

/// Any other line but for its snapshot or changes: one input and what came of it, or a gap, or the end.
package struct RecordedLine: Codable {
    package var at: Duration?
    /// See ``Moment/limit``.
    package var limit: Duration?
    var command: TraceCommand?
    var report: TraceReport?
    /// The number of the load whose pipeline reported.
    package var load: Int?
    var deadline: TraceDeadline?
    package var state: String?
    package var status: String?
    /// Where playback stood at that moment.
    package var position: Duration?
    /// How many inputs came here that could not be written in time; a whole snapshot makes up for them.
    package var lost: Int?
    /// How many inputs the whole recording holds.
    package var end: Int?
}

extension RecordedLine {
    /// An input.
    package init(_ input: PlayerInput) {
        switch input {
        case .command(let command): self.command = TraceCommand(command)
        case .pipeline(let event, let stamp): (report, load) = (TraceReport(event), stamp.number)
        case .expired(let deadline): self.deadline = TraceDeadline(deadline)
        }
    }

    /// The input of this line; nil when it has none, or is not whole.
    package var input: PlayerInput? {
        if let command { return .command(command.value) }
        if let report, let load { return .pipeline(report.value, LoadID(number: load)) }
        return deadline.map { .expired($0.value) }
    }

    /// An input, and what is derived from the state that it led to.
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
    /// The whole state by the names of ``traceFields``, also what has no value.
    package var recordedFields: JSONFields {
        get throws {
            var fields = JSONFields(try RecordingFormat.encode(TraceState(self)))
            for name in Self.traceFields.names where fields[name] == nil { fields[name] = nil }
            return fields
        }
    }

    /// The state from recorded fields; what a recording of an earlier version lacks is as in a new player.
    package init(recordedFields: JSONFields) throws {
        self = try RecordingFormat.decode(TraceState.self, from: recordedFields.text.utf8).value
        guard isPossible else {
            throw PlayerError(.malformed, "A snapshot in the recording cannot come from a player")
        }
    }

    /// Whether its numbers are such that one can go on counting and playing from them.
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
