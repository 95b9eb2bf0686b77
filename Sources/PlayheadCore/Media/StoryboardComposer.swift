/// Copies small pictures of a medium onto the sheets of a ``Storyboard``.
///
///     var composer = StoryboardComposer(columns: 5, rows: 5)
///     for frame in frames {
///         if let sheet = try composer.append(frame) { sheets.append(sheet) }
///     }
///     if let sheet = composer.finish() { sheets.append(sheet) }
///     let text = composer.storyboard?.webVTT(duration: duration) { "sheet-\($0 + 1).jpg" }
///
/// It keeps the pixels of one sheet. It is a value, for one thread at a time.
public struct StoryboardComposer: Sendable {
    private let columns: Int
    private let rows: Int
    private var format: PixelFormat?
    private var tileSize = VideoSize(width: 0, height: 0)
    private var times: [Duration] = []
    /// The pixels of the current sheet, in its full size.
    private var pixels: [UInt8] = []
    private var count = 0

    /// Makes a composer.
    ///
    /// - Precondition: `columns` and `rows` are positive.
    public init(columns: Int, rows: Int) {
        precondition(columns > 0 && rows > 0, "A sheet has at least one picture")
        self.columns = columns
        self.rows = rows
    }

    /// The arrangement of all pictures so far; nil without one.
    public var storyboard: Storyboard? {
        times.isEmpty ? nil : Storyboard(times: times, tileSize: tileSize, columns: columns, rows: rows)
    }

    /// Copies the next picture. The cues of ``Storyboard/webVTT(duration:sheetName:)`` begin at the times of
    /// the frames, which have to ascend. Keyframes come earlier or later than the times that they were asked
    /// for, and sometimes twice: set their ``VideoFrame/time`` to those times first.
    ///
    /// - Returns: The sheet if it is full now. Its time is that of its first picture.
    /// - Throws: A ``PlayerError`` of code ``PlayerError/Code/unknownFormat`` if the frame is not
    ///   ``PixelFormat/rgb`` or ``PixelFormat/rgba``, has another format or size than the first one, or
    ///   still needs rotation or other pixel shapes. The frame is left out.
    public mutating func append(_ frame: VideoFrame) throws(PlayerError) -> VideoFrame? {
        let size = VideoSize(width: frame.width, height: frame.height)
        let isPlain = frame.rotation == 0 && !frame.isMirrored && frame.displaySize == size
        guard frame.format == .rgb || frame.format == .rgba, isPlain, frame.width > 0, frame.height > 0,
            format == nil || format == frame.format && tileSize == size
        else {
            throw PlayerError(
                .unknownFormat, "A picture of a storyboard has another format or size than the others",
                hint: "convert all pictures to RGB of one size")
        }
        format = frame.format
        tileSize = size
        times.append(frame.time)
        if count == 0 {
            pixels = [UInt8](repeating: 0, count: columns * rows * size.width * size.height * pixelBytes)
        }
        copy(frame)
        count += 1
        return count == columns * rows ? finish() : nil
    }

    /// Returns the last sheet after the last picture; nil if all sheets were full. Places without a picture
    /// are black, or transparent with ``PixelFormat/rgba``.
    public mutating func finish() -> VideoFrame? {
        guard count > 0, let format, let storyboard else { return nil }
        let size = storyboard.size(ofSheet: storyboard.sheets - 1)
        let (full, used) = (columns * tileSize.width * pixelBytes, size.width * pixelBytes)
        var bytes = pixels
        if used < full {
            bytes = (0..<size.height).flatMap { pixels[$0 * full..<$0 * full + used] }
        }
        let sheet = VideoFrame(
            time: times[times.count - count], format: format, width: size.width, height: size.height,
            bytes: bytes)
        pixels = []
        count = 0
        return sheet
    }

    private var pixelBytes: Int { format == .rgba ? 4 : 3 }

    private mutating func copy(_ frame: VideoFrame) {
        guard let plane = frame.planes.first else { return }
        let (row, sheetRow) = (tileSize.width * pixelBytes, columns * tileSize.width * pixelBytes)
        let origin = count / columns * tileSize.height * sheetRow + count % columns * row
        frame.withBytes(ofPlane: 0) { bytes in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                for y in 0..<min(tileSize.height, plane.rows) {
                    let start = origin + y * sheetRow
                    let source = unsafe bytes[y * plane.stride..<y * plane.stride + min(row, plane.rowBytes)]
                    unsafe pixels.replaceSubrange(start..<start + source.count, with: source)
                }
            }
        }
    }
}
