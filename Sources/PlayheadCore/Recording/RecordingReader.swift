internal import PlayheadSystem

/// Parses a recording line by line, with one line in memory at a time.
package struct RecordingReader {
    package enum Entry {
        /// An input, its line, and the changes in it.
        case step(RecordedLine, PlayerInput, JSONFields, changes: JSONFields)
        case gap(lost: Int, JSONFields)
        /// The recording was ended properly.
        case end
        /// The last line is incomplete: the recording was not ended properly.
        case cut
    }

    package let header: RecordingHeader
    /// The snapshot at the start of the recording.
    package let beginning: JSONFields
    /// The number of the last line read, from 1.
    package private(set) var line = 1
    /// The values of a new player, for nested fields missing in an older recording.
    private let defaults: JSONFields
    private let nextLine: () throws(PlayerError) -> LineFile.Line?

    /// Opens a recording and reads its first line.
    package init(path: String) throws(PlayerError) {
        let file: LineFile
        do { file = try LineFile(path: path, limit: RecordingFormat.lineLimit) } catch {
            throw PlayerError(error, reading: path)
        }
        try self.init { () throws(PlayerError) in
            do throws(FileFault) { return try file.next() } catch { throw PlayerError(error, reading: path) }
        }
    }

    /// Reads a recording from text.
    package init(text: String) throws(PlayerError) {
        var rest = text.utf8[...]
        try self.init { () throws(PlayerError) in
            guard !rest.isEmpty else { return nil }
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            defer { rest = end.map { rest[rest.index(after: $0)...] } ?? rest[rest.endIndex...] }
            return LineFile.Line(bytes: Array(rest[..<(end ?? rest.endIndex)]), isTerminated: end != nil)
        }
    }

    private init(nextLine: @escaping () throws(PlayerError) -> LineFile.Line?) throws(PlayerError) {
        self.nextLine = nextLine
        guard let first = try nextLine() else {
            throw PlayerError(.empty, "The recording is empty")
        }
        header = try Self.header(first.bytes)
        defaults = (try? PlayerMachine().recordedFields) ?? JSONFields()
        var beginning = JSONFields(JSONFields(first.bytes)["snapshot"] ?? "")
        beginning.fill(from: defaults, onlyInside: true)
        self.beginning = beginning
    }

    /// Checks the format version first: the rest of the line may have any form.
    private static func header(_ line: [UInt8]) throws(PlayerError) -> RecordingHeader {
        let form: RecordingVersion
        do { form = try RecordingFormat.decode(RecordingVersion.self, from: line) } catch {
            throw PlayerError(.unknownFormat, "This is no recording of a player")
        }
        guard form.playheadTrace == RecordingFormat.version else {
            let age = form.playheadTrace > RecordingFormat.version ? "a newer" : "an older"
            throw PlayerError(
                .unsupportedVersion,
                "The recording has \(age) form, \(form.playheadTrace); this version reads \(RecordingFormat.version)",
                hint: form.version.map { "replay it with playhead \($0)" })
        }
        do { return try RecordingFormat.decode(RecordingHeader.self, from: line) } catch {
            throw PlayerError(.malformed, "The first line of the recording cannot be read: \(error.place)")
        }
    }

    /// The next entry; nil at the end of the file.
    package mutating func next() throws(PlayerError) -> Entry? {
        while let text = try nextLine() {
            line += 1
            guard text.bytes.count <= RecordingFormat.lineLimit else {
                throw fault("is longer than any of a recording")
            }
            if text.bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { continue }
            do {
                let recorded = try RecordingFormat.decode(RecordedLine.self, from: text.bytes)
                if let entry = entry(recorded, JSONFields(text.bytes)) { return entry }
            } catch {
                if !text.isTerminated { return .cut }
                throw fault("cannot be read: \(error.place)")
            }
            throw fault("is none of a recording")
        }
        return nil
    }

    private func entry(_ line: RecordedLine, _ fields: JSONFields) -> Entry? {
        var snapshot = JSONFields(fields["changes"] ?? fields["snapshot"] ?? "")
        snapshot.fill(from: defaults, onlyInside: true)
        if let input = line.input, let at = line.at, RecordingFormat.moments.contains(at) {
            return .step(line, input, fields, changes: snapshot)
        }
        if let lost = line.lost, !snapshot.isEmpty { return .gap(lost: lost, snapshot) }
        return line.end == nil ? nil : .end
    }

    private func fault(_ what: String) -> PlayerError {
        PlayerError(.malformed, "Line \(line) of the recording \(what)")
    }
}

extension PlayerError {
    fileprivate init(_ fault: FileFault, reading path: String) {
        self =
            switch fault.kind {
            case .missing: PlayerError(.notFound, "No such file: \(path)", hint: "check the path")
            case .denied:
                PlayerError(.notPermitted, "Reading is not permitted: \(path)", hint: "check its permissions")
            case .directory:
                PlayerError(.isDirectory, "It is a directory: \(path)", hint: "name a file in it")
            default: PlayerError(.unknown, "The recording cannot be read: \(fault.message): \(path)")
            }
    }
}

extension Error {
    /// The error of a JSON text and its place.
    fileprivate var place: String {
        guard let error = self as? DecodingError else { return "\(self)" }
        let (context, missing): (DecodingError.Context, String?) =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                (context, nil)
            case .keyNotFound(let key, let context): (context, key.stringValue)
            @unknown default: (DecodingError.Context(codingPath: [], debugDescription: "\(error)"), nil)
            }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        let what = missing.map { "there is no “\($0)”" } ?? context.debugDescription
        return path.isEmpty ? what : "\(path): \(what)"
    }
}
