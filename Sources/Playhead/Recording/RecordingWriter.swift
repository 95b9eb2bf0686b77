internal import FoundationEssentials

/// Turns what a player went through into the lines of a recording.
struct RecordingWriter {
    enum Entry {
        case begin(PlayerSnapshot, at: Duration)
        case step(PlayerInput, at: Moment, PlayerSnapshot)
        case gap(lost: Int, PlayerSnapshot, at: Duration)
        case end
    }

    private var last = JSONFields()
    private var inputCount = 0

    /// The line for an entry, with its line feed.
    mutating func line(for entry: Entry) throws -> [UInt8] {
        switch entry {
        case .begin(let snapshot, let now):
            last = try snapshot.recordedFields
            let header = RecordingHeader(
                version: Player.version, gstreamer: Player.gstreamerVersion, at: now)
            return try line(header, "snapshot", last)
        case .step(let input, let moment, let snapshot):
            inputCount += 1
            let fields = try snapshot.recordedFields
            let changes = fields.changes(since: last)
            last = fields
            return try line(RecordedLine(input, at: moment, snapshot), "changes", changes)
        case .gap(let lost, let snapshot, let now):
            last = try snapshot.recordedFields
            return try line(RecordedLine(at: now, lost: lost), "snapshot", last)
        case .end: return try line(RecordedLine(end: inputCount), "", JSONFields())
        }
    }

    /// An object with further fields in one behind its own.
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
