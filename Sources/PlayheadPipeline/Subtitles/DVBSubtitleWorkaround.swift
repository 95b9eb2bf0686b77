internal import PlayheadSystem

/// Changes DVB subtitles (ETSI EN 300 743) so that GStreamer's decoder draws them. The decoder draws only the
/// first line of an object that is as wide as its region (1.22.0). Each region is therefore made one column
/// wider.
enum DVBSubtitleWorkaround {
    static func widened(_ data: [UInt8]) -> [UInt8] {
        guard isWideningNeeded else { return data }
        var data = data
        forEachSegment(of: data) { type, content in
            guard type == region, content.count >= 4 else { return }
            let place = content.lowerBound + 2
            let width = (UInt16(data[place]) << 8 | UInt16(data[place + 1])) &+ 1
            (data[place], data[place + 1]) = (UInt8(width >> 8), UInt8(width & 0xFF))
        }
        return data
    }

    /// Shortens the timeout of each page for a later start. At least 1 s is left.
    static func shortened(_ data: [UInt8], by distance: Duration) -> [UInt8] {
        var data = data
        let seconds = UInt8(clamping: distance.components.seconds)
        forEachSegment(of: data) { type, content in
            guard type == page, let place = content.first else { return }
            data[place] = data[place] > seconds ? data[place] - seconds : 1
        }
        return data
    }

    private static func forEachSegment(
        of data: [UInt8], _ body: (_ type: UInt8, _ content: Range<Int>) -> Void
    ) {
        // A segment begins with a sync byte, its type, its page and its length. Two bytes precede the first
        // segment.
        var place = data.first == segmentSign ? 0 : 2
        while place + 6 <= data.count, data[place] == segmentSign {
            let content = place + 6
            let end = content + (Int(data[place + 4]) << 8 | Int(data[place + 5]))
            if end <= data.count { body(data[place + 1], content..<end) }
            place = end
        }
    }

    private static let isWideningNeeded = Workaround.dvbFullWidthObject.isNeeded
    private static let segmentSign: UInt8 = 0x0F
    private static let page: UInt8 = 0x10
    private static let region: UInt8 = 0x11
}
