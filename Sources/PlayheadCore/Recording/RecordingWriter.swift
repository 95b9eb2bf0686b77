internal import FoundationEssentials
internal import PlayheadSystem

/// Encodes a player's inputs as the lines of a recording.
struct RecordingWriter {
    enum Entry {
        case begin(PlayerMachine, at: Duration)
        case step(PlayerInput, at: Moment, PlayerMachine)
        case gap(lost: Int, PlayerMachine, at: Duration)
        case end
    }

    private let gstreamerVersion: String?
    private var last = PlayerMachine()
    private var lastFields = JSONFields()
    private var inputCount = 0

    init(gstreamerVersion: String? = nil) { self.gstreamerVersion = gstreamerVersion }

    /// The line of an entry, with its line feed.
    mutating func line(for entry: Entry) throws -> [UInt8] {
        switch entry {
        case .begin(let machine, let now):
            try take(machine)
            let header = RecordingHeader(
                version: libraryVersion, gstreamer: gstreamerVersion, at: now)
            return try line(header, "snapshot", lastFields)
        case .step(let input, let moment, let machine):
            inputCount += 1
            let changes = try take(machine)
            return try line(RecordedLine(input, at: moment, machine), "changes", changes)
        case .gap(let lost, let machine, let now):
            try take(machine)
            return try line(RecordedLine(at: now, lost: lost), "snapshot", lastFields)
        case .end: return try line(RecordedLine(end: inputCount), "", JSONFields())
        }
    }

    /// Stores a state; returns its changes since the last one.
    @discardableResult
    private mutating func take(_ machine: PlayerMachine) throws -> JSONFields {
        // Many inputs change nothing, and a comparison costs far less than encoding.
        if machine == last, !lastFields.isEmpty { return JSONFields() }
        let fields = try machine.recordedFields
        defer { (last, lastFields) = (machine, fields) }
        return fields.changes(since: lastFields)
    }

    /// An object with further fields in a nested object at its end.
    private func line(_ value: some Encodable, _ name: String, _ fields: JSONFields) throws -> [UInt8] {
        var bytes = Array(try RecordingFormat.encode(value))
        if !fields.isEmpty {
            bytes.removeLast()
            bytes += ",\"\(name)\":\(fields.text)}".utf8
        }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}
