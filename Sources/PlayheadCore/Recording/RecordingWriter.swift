internal import FoundationEssentials
internal import PlayheadSystem

/// Turns what a player went through into the lines of a recording.
struct RecordingWriter {
    enum Entry {
        case begin(PlayerSnapshot, at: Duration)
        case step(PlayerInput, at: Moment, PlayerSnapshot)
        case gap(lost: Int, PlayerSnapshot, at: Duration)
        case end
    }

    private let gstreamerVersion: String?
    private var last = PlayerSnapshot()
    private var lastFields = JSONFields()
    private var inputCount = 0

    init(gstreamerVersion: String? = nil) { self.gstreamerVersion = gstreamerVersion }

    /// The line for an entry, with its line feed.
    mutating func line(for entry: Entry) throws -> [UInt8] {
        switch entry {
        case .begin(let snapshot, let now):
            try take(snapshot)
            let header = RecordingHeader(
                version: libraryVersion, gstreamer: gstreamerVersion, at: now)
            return try line(header, "snapshot", lastFields)
        case .step(let input, let moment, let snapshot):
            inputCount += 1
            let changes = try take(snapshot)
            return try line(RecordedLine(input, at: moment, snapshot), "changes", changes)
        case .gap(let lost, let snapshot, let now):
            try take(snapshot)
            return try line(RecordedLine(at: now, lost: lost), "snapshot", lastFields)
        case .end: return try line(RecordedLine(end: inputCount), "", JSONFields())
        }
    }

    /// Remembers a snapshot; answers how it differs from the one before.
    @discardableResult
    private mutating func take(_ snapshot: PlayerSnapshot) throws -> JSONFields {
        // Many inputs change nothing, and comparing costs far less than encoding.
        if snapshot == last, !lastFields.isEmpty { return JSONFields() }
        let fields = try snapshot.recordedFields
        defer { (last, lastFields) = (snapshot, fields) }
        return fields.changes(since: lastFields)
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
