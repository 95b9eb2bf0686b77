internal import PlayheadCore

/// Parses a media playlist line by line.
struct MediaPlaylistParser {
    let limits: HLSLimits
    var variables: HLSVariables
    private var result = MediaPlaylist()
    private var draft = Draft()
    private var keys: HLSKeys
    private var map: MediaPlaylist.Map?
    private var bitrate: Int?
    private var hasTarget = false
    private var hasAddresses = false

    /// The properties of the next segment, before its URI.
    private struct Draft {
        var duration: Duration?
        var title: String?
        var range: (length: Int, offset: Int?)?
        var date: Duration?
        var isDiscontinuity = false
        var isGap = false
    }

    init(limits: HLSLimits, variables: HLSVariables, itemKeys: DecryptionKeys) {
        self.limits = limits
        keys = HLSKeys(itemKeys: itemKeys)
        self.variables = variables
    }

    /// The parsed playlist. Throws when it has no segments.
    func playlist() throws(HLSError) -> MediaPlaylist {
        guard !result.segments.isEmpty else {
            var error = HLSError(.empty, "There are no segments in it")
            if !result.isComplete, result.kind != .onDemand, !hasAddresses {
                // This is the reload interval of an unchanged playlist (RFC 8216, 6.3.4).
                error.period = hasTarget ? result.targetDuration / 2 : .seconds(1)
            }
            throw error
        }
        var result = result
        guard result.sequence <= Int.max - result.segments.count - 1,
            result.discontinuitySequence <= Int.max - result.segments.count - 1
        else { throw HLSError(.malformed, "The numbers of its segments are too large") }
        if !hasTarget {
            // Other players accept a playlist without a target duration.
            let longest = result.segments.lazy.map(\.duration).max() ?? .zero
            result.targetDuration = .seconds(
                max(1, longest.components.seconds + (longest.components.attoseconds > 0 ? 1 : 0)))
        }
        if result.kind == .onDemand { result.isComplete = true }
        return result
    }

    mutating func take(_ line: HLSLine) throws(HLSError) {
        switch line.tag {
        case nil: try takeAddress(line)
        case .segment: try takeDuration(line)
        case .byteRange: draft.range = try byteRange(line.text, line.number)
        case .discontinuity: draft.isDiscontinuity = true
        case .gap: draft.isGap = true
        case .date: draft.date = HLSDate.read(line.text)
        case .bitrate:
            bitrate = HLSNumber.integer(line.text).flatMap { $0 <= Int.max / 1000 ? $0 * 1000 : nil }
        case .key: try keys.take(HLSAttributes(line, &variables))
        case .map: try takeMap(HLSAttributes(line, &variables))
        case .dateRange: try takeDateRange(HLSAttributes(line, &variables))
        default: try takeHeader(line)
        }
    }

    private mutating func takeHeader(_ line: HLSLine) throws(HLSError) {
        switch line.tag {
        case .version: result.version = max(1, HLSNumber.integer(line.text) ?? 1)
        case .independentSegments: result.isIndependent = true
        case .start: result.start = HLSStart(try HLSAttributes(line, &variables))
        case .define: try variables.define(HLSAttributes(line, &variables))
        case .targetDuration:
            guard let target = HLSNumber.duration(line.text) else {
                throw HLSError(.malformed, "The target duration is no time in seconds", line: line.number)
            }
            result.targetDuration = target
            hasTarget = target > .zero
        case .sequence: result.sequence = try number(line)
        case .discontinuitySequence: result.discontinuitySequence = try number(line)
        case .endOfList: result.isComplete = true
        case .playlistType: result.kind = MediaPlaylist.Kind(rawValue: line.text)
        case .iFramesOnly: result.isIFramesOnly = true
        case .serverControl:
            let attributes = try HLSAttributes(line, &variables)
            result.serverControl = MediaPlaylist.ServerControl(
                holdBack: attributes.duration("HOLD-BACK"),
                canSkipUntil: attributes.duration("CAN-SKIP-UNTIL"),
                canBlockReload: attributes.isYes("CAN-BLOCK-RELOAD"))
        case .skip:
            throw HLSError(.partial, "The server leaves out what it thinks is known", line: line.number)
        default: break
        }
    }

    private func number(_ line: HLSLine) throws(HLSError) -> Int {
        guard let number = HLSNumber.integer(line.text) else {
            throw HLSError(
                .malformed, "“\(line.text.prefix(40))” is no number of a segment", line: line.number)
        }
        return number
    }

    private mutating func takeDuration(_ line: HLSLine) throws(HLSError) {
        let text = line.text.prefix { $0 != "," }
        let trimmed = Array(text.utf8)[...].trimmed
        guard let duration = HLSNumber.duration(String(decoding: trimmed, as: UTF8.self)) else {
            throw HLSError(.malformed, "“\(text.prefix(40))” is no duration of a segment", line: line.number)
        }
        draft.duration = duration
        let title = line.text.dropFirst(text.count + 1)
        draft.title = title.isEmpty ? nil : String(title)
    }

    private mutating func takeAddress(_ line: HLSLine) throws(HLSError) {
        defer { draft = Draft() }
        hasAddresses = true
        // A URI without a duration is not a segment. Other players ignore it too.
        guard let duration = draft.duration else { return }
        guard result.segments.count < limits.entries else {
            throw HLSError(.tooLong, "There are more than \(limits.entries) segments", line: line.number)
        }
        let uri = try variables.substituted(line.text, line: line.number)
        var segment = MediaPlaylist.Segment(uri: uri, duration: duration, title: draft.title)
        if let (length, offset) = draft.range {
            segment.range = try range(length, offset ?? endOfLast(uri), line.number)
        }
        (segment.key, segment.sampleKey) = try keys.keys(line: line.number)
        segment.map = map
        segment.date = draft.date
        segment.isDiscontinuity = draft.isDiscontinuity
        segment.isGap = draft.isGap
        segment.bitrate = segment.range == nil ? bitrate : nil
        result.segments.append(segment)
    }

    /// The default offset of a byte range: the end of the previous range of the same resource.
    private func endOfLast(_ uri: String) -> Int {
        guard let last = result.segments.last, last.uri == uri else { return 0 }
        return last.range?.range.upperBound ?? 0
    }

    private mutating func takeMap(_ attributes: HLSAttributes) throws(HLSError) {
        guard let uri = attributes["URI"] else {
            throw HLSError(.malformed, "The beginning of the container has no address", line: attributes.line)
        }
        var found = MediaPlaylist.Map(uri: uri)
        if let text = attributes["BYTERANGE"] {
            let (length, offset) = try byteRange(text, attributes.line)
            found.range = try range(length, offset ?? 0, attributes.line)
        }
        found.key = try keys.keys(line: attributes.line).whole
        map = found
    }

    /// An incomplete date range is ignored, because playback does not depend on it.
    private mutating func takeDateRange(_ attributes: HLSAttributes) throws(HLSError) {
        guard let id = attributes["ID"], let start = attributes["START-DATE"].flatMap(HLSDate.read),
            result.dateRanges.count < limits.entries
        else { return }
        let end = attributes["END-DATE"].flatMap(HLSDate.read)
        var range = MediaPlaylist.DateRange(id: id, name: attributes["CLASS"], start: start)
        range.duration = attributes.duration("DURATION") ?? end.flatMap { $0 >= start ? $0 - start : nil }
        range.plannedDuration = attributes.duration("PLANNED-DURATION")
        range.endsOnNext = attributes.isYes("END-ON-NEXT")
        range.attributes = attributes.values.filter { $0.key.hasPrefix("X-") || $0.key.hasPrefix("SCTE35-") }
        result.dateRanges.append(range)
    }

    /// Parses `length` or `length@offset`.
    private func byteRange(_ text: String, _ line: Int) throws(HLSError) -> (length: Int, offset: Int?) {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = parts.map { HLSNumber.integer($0) }
        guard let first = numbers.first, let length = first, length > 0 else {
            throw HLSError(.malformed, "“\(text.prefix(40))” is no range of bytes", line: line)
        }
        guard numbers.count > 1 else { return (length, nil) }
        guard let offset = numbers[1] else {
            throw HLSError(.malformed, "“\(text.prefix(40))” is no range of bytes", line: line)
        }
        return (length, offset)
    }

    private static let largestOffset = 1 << 48

    private func range(_ length: Int, _ offset: Int, _ line: Int) throws(HLSError) -> HLSByteRange {
        guard offset < Self.largestOffset, length < Self.largestOffset else {
            throw HLSError(.malformed, "The range of bytes ends too far on", line: line)
        }
        return HLSByteRange(offset: offset, length: length)
    }
}

extension HLSStart {
    /// Nil without a time offset.
    init?(_ attributes: HLSAttributes) {
        guard let offset = attributes["TIME-OFFSET"].flatMap(HLSNumber.signedDuration) else { return nil }
        self.init(offset: offset, isPrecise: attributes.isYes("PRECISE"))
    }
}
