internal import PlayheadSystem

/// The arrangement of small pictures of a medium on large ones, called sheets, for previews in a seek bar.
///
/// All pictures have one size. They fill a sheet in rows from the top left. The last sheet is only as
/// large as its pictures need. A ``StoryboardComposer`` makes the sheets.
public struct Storyboard: Sendable, Hashable {
    /// The place of a picture.
    public struct Tile: Sendable, Hashable {
        /// The index of the sheet, from 0.
        public var sheet: Int
        /// The distance from the left edge of the sheet, in pixels.
        public var x: Int
        /// The distance from the upper edge of the sheet, in pixels.
        public var y: Int
    }

    /// The times of the pictures on the media timeline, in ascending order.
    public let times: [Duration]
    /// The size of a picture, in pixels.
    public let tileSize: VideoSize
    /// The number of pictures in a full row.
    public let columns: Int
    /// The number of rows on a full sheet.
    public let rows: Int

    /// Makes a storyboard.
    ///
    /// - Precondition: `columns` and `rows` are positive.
    public init(times: [Duration], tileSize: VideoSize, columns: Int, rows: Int) {
        precondition(columns > 0 && rows > 0, "A sheet has at least one picture")
        self.times = times
        self.tileSize = tileSize
        self.columns = columns
        self.rows = rows
    }

    /// The number of sheets.
    public var sheets: Int { (times.count + columns * rows - 1) / (columns * rows) }

    /// The place of a picture.
    public func tile(_ index: Int) -> Tile {
        let (sheet, place) = index.quotientAndRemainder(dividingBy: columns * rows)
        return Tile(
            sheet: sheet, x: place % columns * tileSize.width, y: place / columns * tileSize.height)
    }

    /// The size of a sheet, in pixels.
    public func size(ofSheet sheet: Int) -> VideoSize {
        let count = min(max(times.count - sheet * columns * rows, 0), columns * rows)
        return VideoSize(
            width: min(count, columns) * tileSize.width,
            height: (count + columns - 1) / columns * tileSize.height)
    }

    /// A WebVTT file with a cue for each picture, which names its sheet and its place: `#xywh=x,y,w,h` of
    /// W3C Media Fragments. Web players read it.
    ///
    /// A cue ends at the time of the next picture, and the last one at the duration. A picture without a time
    /// of its own, at a precision of 1 ms, has no cue.
    ///
    /// - Parameters:
    ///   - duration: The duration of the medium.
    ///   - sheetName: Returns the path of a sheet relative to the WebVTT file, for its index from 0. It is
    ///     percent-encoded here (RFC 3986); slashes stay.
    public func webVTT(duration: Duration, sheetName: (Int) -> String) -> String {
        let ends = times.dropFirst().map(Self.milliseconds) + [Self.milliseconds(duration)]
        let references = (0..<sheets).map { Self.reference(to: sheetName($0)) }
        var text = "WEBVTT\n"
        for (index, end) in ends.enumerated() where index < times.count {
            let start = Self.milliseconds(times[index])
            guard start < end else { continue }
            let tile = tile(index)
            text += "\n\(Self.timestamp(start)) --> \(Self.timestamp(end))\n\(references[tile.sheet])"
            text += "#xywh=\(tile.x),\(tile.y),\(tileSize.width),\(tileSize.height)\n"
        }
        return text
    }

    private static func milliseconds(_ time: Duration) -> Int64 {
        max(time.inNanoseconds, 0) / 1_000_000
    }

    /// `hh:mm:ss.ttt`, with more digits for hours if they are necessary.
    private static func timestamp(_ milliseconds: Int64) -> String {
        func digits(_ value: Int64, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(count - text.count, 0)) + text
        }
        let seconds = milliseconds / 1000
        return digits(seconds / 3600, 2) + ":" + digits(seconds / 60 % 60, 2) + ":"
            + digits(seconds % 60, 2) + "." + digits(milliseconds % 1000, 3)
    }

    /// A relative reference (RFC 3986, section 4.2). A colon is encoded, because it could end a scheme.
    private static func reference(to path: String) -> String {
        PercentEncoding.encoded(Array(path.utf8)) { byte in
            byte.isLetter || byte.digit != nil || "-._~!$&'()*+,;=@/".utf8.contains(byte)
        }
    }
}
