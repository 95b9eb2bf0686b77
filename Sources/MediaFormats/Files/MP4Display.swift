/// What an MP4 or QuickTime file declares for the display of a video track (ISO/IEC 14496-12, 8.3.2 and 12.1.5), and
/// GStreamer 1.22 does not pass on in each case.
package struct MP4Display: Sendable, Equatable {
    package var trackID: Int
    /// The clockwise rotation in degrees, after mirroring.
    package var rotation = 0
    /// Whether left and right are exchanged before the rotation.
    package var isMirrored = false
    /// Whether samples use their full range; nil if undeclared.
    package var isFullRange: Bool?
    /// Chromaticities of red, green, blue and white in 0.00002, then the highest and lowest luminance in
    /// 0.0001 cd/m² (`mdcv`).
    package var masteringDisplay: [Int]?
    /// The maximum light level of a pixel and of the average of a frame, in cd/m² (`clli`).
    package var contentLightLevel: [Int]?

    /// The video tracks of a file.
    package static func read(_ bytes: ByteReader) -> [MP4Display] {
        let movie = MP4File.boxes(from: 0, to: .max, bytes).first { $0.type == "moov" }
        return movie.map { read($0, bytes) } ?? []
    }

    /// The video tracks in a movie box.
    package static func read(movie: [UInt8]) -> [MP4Display] {
        read(MP4File.Box(type: "moov", start: 8, end: movie.count), movie.reader)
    }

    /// A movie box whose declarations of full range are hidden: GStreamer 1.22 takes them for limited range, and
    /// without them uses what the video itself declares. Nil if there is none.
    package static func withoutFullRange(movie: [UInt8]) -> [UInt8]? {
        let bytes = movie.reader
        var changed = movie
        for track in MP4File.boxes(in: MP4File.Box(type: "moov", start: 8, end: movie.count), bytes) {
            for box in boxes(in: track, bytes) ?? [] {
                var display = MP4Display(trackID: 0)
                display.take(box, bytes)
                // The type is in front of the content, but for boxes of 4 GiB and more.
                if display.isFullRange == true, bytes(box.start - 4, 4).elementsEqual("colr".utf8) {
                    changed.replaceSubrange(box.start - 4..<box.start, with: "free".utf8)
                }
            }
        }
        return changed == movie ? nil : changed
    }

    private static func read(_ movie: MP4File.Box, _ bytes: ByteReader) -> [MP4Display] {
        MP4File.boxes(in: movie, bytes).compactMap { track in
            guard let boxes = boxes(in: track, bytes) else { return nil }
            var display = MP4Display(trackID: 0)
            let header = MP4File.boxes(in: track, bytes).first { $0.type == "tkhd" }
            if let header { display.takeHeader(header, bytes) }
            for box in boxes { display.take(box, bytes) }
            return display
        }
    }

    /// The boxes that describe the samples of a track; nil if it is not one of video.
    private static func boxes(in track: MP4File.Box, _ bytes: ByteReader) -> [MP4File.Box]? {
        guard track.type == "trak" else { return nil }
        let media = inside("mdia", MP4File.boxes(in: track, bytes), bytes)
        guard let handler = media.first(where: { $0.type == "hdlr" }),
            bytes(handler.start + 8, 4) == Array("vide".utf8)
        else { return nil }
        let inner = inside("stbl", inside("minf", media, bytes), bytes)
        guard let table = inner.first(where: { $0.type == "stsd" }),
            let entry = MP4File.boxes(from: table.start + 8, to: table.end, bytes).first
        else { return nil }
        // The fields of a VisualSampleEntry come before its boxes.
        return MP4File.boxes(from: entry.start + 78, to: entry.end, bytes)
    }

    /// The boxes in the first box of a type.
    private static func inside(_ type: String, _ boxes: [MP4File.Box], _ bytes: ByteReader) -> [MP4File.Box] {
        boxes.first { $0.type == type }.map { MP4File.boxes(in: $0, bytes) } ?? []
    }

    /// Takes the id, and the first four values of the matrix (a, b, c, d), which turn the frame by multiples of
    /// 90 degrees.
    private mutating func takeHeader(_ header: MP4File.Box, _ bytes: ByteReader) {
        let isLong = bytes(header.start, 1) == [1]
        var id = ByteCursor(bytes(header.start + (isLong ? 20 : 12), 4))
        trackID = id.integer(bytes: 4) ?? 0
        var piece = ByteCursor(bytes(header.start + (isLong ? 52 : 40), 36))
        var values: [Int] = []
        while let value = piece.integer(bytes: 4) {
            values.append(Int(Int32(truncatingIfNeeded: value)).signum())
        }
        guard values.count == 9 else { return }
        switch (values[0], values[1], values[3], values[4]) {
        case (0, 1, -1, 0): rotation = 90
        case (-1, 0, 0, -1): rotation = 180
        case (0, -1, 1, 0): rotation = 270
        case (-1, 0, 0, 1): isMirrored = true
        case (0, -1, -1, 0): (rotation, isMirrored) = (90, true)
        case (1, 0, 0, -1): (rotation, isMirrored) = (180, true)
        case (0, 1, 1, 0): (rotation, isMirrored) = (270, true)
        default: break
        }
    }

    private mutating func take(_ box: MP4File.Box, _ bytes: ByteReader) {
        var piece = ByteCursor(bytes(box.start, box.count(upTo: 32)))
        switch box.type {
        case "colr":
            guard let kind = piece.take(4), kind.elementsEqual("nclx".utf8), piece.take(6) != nil,
                let flags = piece.integer(bytes: 1)
            else { return }
            isFullRange = flags & 0x80 != 0
        case "mdcv":
            let points = (0..<8).compactMap { _ in piece.integer(bytes: 2) }
            let luminances = (0..<2).compactMap { _ in piece.integer(bytes: 4) }
            guard points.count == 8, luminances.count == 2 else { return }
            // The box has green, blue, red.
            masteringDisplay = points[4...5] + points[0...3] + points[6...7] + luminances
        case "clli":
            let levels = (0..<2).compactMap { _ in piece.integer(bytes: 2) }
            if levels.count == 2 { contentLightLevel = levels }
        default: break
        }
    }
}
