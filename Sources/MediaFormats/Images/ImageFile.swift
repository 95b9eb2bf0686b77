/// The properties of an image file, and the bytes of its first image.
///
/// GStreamer (1.22.0) decodes some files only if each reaches the decoder in one piece, and cannot decode
/// animations. Its decoders would also allocate memory for images of any size.
package struct ImageFile: Sendable, Equatable {
    package enum Format: String, Sendable, CaseIterable {
        case png = "PNG"
        case jpeg = "JPEG"
        case gif = "GIF"
        case bmp = "BMP"
        case webP = "WebP"
        case tiff = "TIFF"
        case svg = "SVG"
        case avif = "AVIF"
        case heif = "HEIF"
    }

    /// A reason why no image can be decoded.
    package enum Fault: Error, Equatable {
        /// The file ends before the end of its image.
        case cutOff
        case damaged
        /// The image has too many pixels.
        case tooLarge(width: Int, height: Int)
        /// The file has a structure that is not supported.
        case unsupported(String)
    }

    /// Nil for a format that is not read here; the decoder finds all properties then.
    package var format: Format?
    /// The stored size in pixels; 0 if it is not known.
    package var width = 0
    package var height = 0
    /// The orientation by EXIF, 1 to 8.
    package var orientation = 1
    /// Whether the file has several images that follow each other.
    package var isAnimated = false
    /// Whether the end of the image is missing, and a decoder shows the rest.
    package var isCutOff = false
    /// The bytes for the decoder in place of those of the file; nil if they are the same.
    package var content: [UInt8]?
    /// The caps of these bytes; nil if they are those of the file.
    package var caps: String?

    /// The maximum number of pixels. As RGBA, such an image has 400 MB.
    package static let mostPixels = 100_000_000
    /// The maximum size of a file in bytes.
    package static let mostBytes = 256 << 20

    /// Reads a whole file.
    package init(_ bytes: [UInt8]) throws(Fault) {
        format = Self.format(of: bytes)
        switch format {
        case .png: try readPNG(bytes)
        case .jpeg: try readJPEG(bytes)
        case .gif: try readGIF(bytes)
        case .bmp: try readBMP(bytes)
        case .webP: try readWebP(bytes)
        case .tiff: readTIFF(bytes)
        case .svg: readSVG(bytes)
        case .avif, .heif: try readHEIF(bytes)
        case nil: return
        }
        if width.multipliedReportingOverflow(by: height).overflow || width * height > Self.mostPixels {
            throw .tooLarge(width: width, height: height)
        }
        if !(1...8).contains(orientation) { orientation = 1 }
    }
}

extension ImageFile {
    /// The number of bytes that are needed to recognise a format.
    package static let head = 18

    /// Whether content with these first bytes is an image file.
    package static func begins(with head: [UInt8]) -> Bool { format(of: head) != nil }

    /// The format of content with these first bytes; nil for anything else. SVG has comments of any length
    /// before its root element, so more bytes find more.
    package static func format(of head: [UInt8]) -> Format? {
        if let sign = signs.first(where: { head.starts(with: $0.bytes) }) { return sign.format }
        let name = { (place: Int) in String(decoding: head.dropFirst(place).prefix(4), as: UTF8.self) }
        if name(0) == "RIFF" { return name(8) == "WEBP" ? .webP : nil }
        if name(4) == "ftyp" { return brands[name(8)] }
        // In a BMP file, the size of its header is checked too.
        if head.starts(with: Array("BM".utf8)), head.count >= Self.head, head[15...17] == [0, 0, 0],
            bitmapHeaders.contains(head[14])
        {
            return .bmp
        }
        return SVGHeader(head) == nil ? nil : .svg
    }

    private static let signs: [(bytes: [UInt8], format: Format)] = [
        (Array("GIF87a".utf8), .gif), (Array("GIF89a".utf8), .gif), ([0x89] + Array("PNG\r\n".utf8), .png),
        ([0xFF, 0xD8, 0xFF], .jpeg), (Array("II*\0".utf8), .tiff), (Array("MM\0*".utf8), .tiff),
    ]
    /// The brands of AVIF and HEIF, including image sequences.
    private static let brands: [String: Format] = [
        "avif": .avif, "avis": .avif, "mif1": .heif, "msf1": .heif, "heic": .heif, "heix": .heif,
        "heim": .heif, "heis": .heif, "hevc": .heif, "hevx": .heif,
    ]
    private static let bitmapHeaders: Set<UInt8> = [12, 40, 52, 56, 64, 108, 124]
}

extension ImageFile {
    /// PNG, 5.3: chunks.
    private mutating func readPNG(_ bytes: [UInt8]) throws(Fault) {
        var place = 8
        while let length = bytes.big(place, 4) {
            let (kind, content) = (bytes.text(place + 4), place + 8)
            switch kind {
            case "IHDR":
                guard let wide = bytes.big(content, 4), let high = bytes.big(content + 4, 4) else {
                    throw .cutOff
                }
                if wide == 0 || high == 0 { throw .damaged }
                (width, height) = (wide, high)
            case "acTL": isAnimated = bytes.big(content, 4).map { $0 > 1 } ?? false
            case "eXIf": orientation = bytes.orientation(ofTIFF: content..<content + length) ?? orientation
            case "IEND":
                if width == 0 { throw .damaged }
                return
            default: break
            }
            guard length < Int(Int32.max) else { throw .damaged }
            place = content + length + 4
        }
        throw .cutOff
    }

    /// ITU-T T.81, annex B: markers.
    private mutating func readJPEG(_ bytes: [UInt8]) throws(Fault) {
        var place = 2
        while true {
            guard let mark = bytes.big(place, 2) else { throw .cutOff }
            guard mark > 0xFF00 else { throw .damaged }
            // Fill bytes, and markers without a length.
            if mark == 0xFFFF || mark == 0xFF01 || (0xFFD0...0xFFD8).contains(mark) {
                place += mark == 0xFFFF ? 1 : 2
                continue
            }
            if mark == 0xFFD9 { throw .damaged }
            guard let length = bytes.big(place + 2, 2) else { throw .cutOff }
            let content = place + 4
            switch mark {
            case 0xFFC0...0xFFCF where ![0xFFC4, 0xFFC8, 0xFFCC].contains(mark):
                guard let high = bytes.big(content + 1, 2), let wide = bytes.big(content + 3, 2) else {
                    throw .cutOff
                }
                if wide == 0 { throw .damaged }
                (width, height) = (wide, high)
            case 0xFFE1 where bytes.text(content) == "Exif":
                orientation =
                    bytes.orientation(ofTIFF: content + 6..<max(place + 2 + length, content + 6))
                    ?? orientation
            case 0xFFDA:
                if width == 0 { throw .damaged }
                isCutOff = !bytes.hasEndOfJPEG(behind: content)
                // jpegparse takes no image without its end (1.26.2).
                if isCutOff { self.content = bytes + [0xFF, 0xD9] }
                return
            default: break
            }
            place += 2 + length
        }
    }

    /// GIF89a, 17 to 26: blocks.
    private mutating func readGIF(_ bytes: [UInt8]) throws(Fault) {
        guard let wide = bytes.little(6, 2), let high = bytes.little(8, 2), bytes.count > 13 else {
            throw .cutOff
        }
        (width, height) = (wide, high)
        var place = 13 + Self.colors(bytes[10])
        var (count, end) = (0, 0)
        while place < bytes.count {
            switch bytes[place] {
            case 0x21: place = bytes.endOfBlocks(from: place + 2) ?? bytes.count
            case 0x2C:
                guard place + 10 < bytes.count,
                    let next = bytes.endOfBlocks(from: place + 11 + Self.colors(bytes[place + 9]))
                else {
                    if count == 0 { throw .cutOff }
                    place = bytes.count
                    break
                }
                place = next
                count += 1
                if count == 1 { end = next }
            case 0x3B: place = bytes.count
            default: throw .damaged
            }
            if count > 1 { break }
        }
        if count == 0 { throw .cutOff }
        isAnimated = count > 1
        // The type that the decoder of libav accepts.
        caps = "image/gst-libav-gif, parsed=(boolean)true, width=(int)\(width), height=(int)\(height)"
        if isAnimated { content = Array(bytes[..<end]) + [0x3B] }
    }

    /// The number of bytes of a color table.
    private static func colors(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

    private mutating func readBMP(_ bytes: [UInt8]) throws(Fault) {
        guard let offset = bytes.little(10, 4), let header = bytes.little(14, 4) else { throw .cutOff }
        let isOld = header == 12
        guard let wide = isOld ? bytes.little(18, 2) : bytes.little(18, 4),
            let high = isOld ? bytes.little(20, 2) : bytes.little(22, 4),
            let depth = bytes.little(isOld ? 24 : 28, 2), let packing = isOld ? 0 : bytes.little(30, 4)
        else { throw .cutOff }
        // A negative height means rows from the top.
        (width, height) = (wide, Int(Int32(truncatingIfNeeded: high).magnitude))
        if width == 0 || height == 0 { throw .damaged }
        guard width * height <= Self.mostPixels else { return }
        let isPlain = packing == 0 || packing == 3
        if isPlain, offset + (width * depth + 31) / 32 * 4 * height > bytes.count { throw .cutOff }
    }

    /// RFC 9649: chunks. Of an animation, the first frame becomes a file of its own.
    private mutating func readWebP(_ bytes: [UInt8]) throws(Fault) {
        guard let size = bytes.little(4, 4), size + 8 <= bytes.count + 1 else { throw .cutOff }
        var place = 12
        while let length = bytes.little(place + 4, 4) {
            let (kind, content) = (bytes.text(place), place + 8)
            switch kind {
            case "VP8X":
                guard let wide = bytes.little(content + 4, 3), let high = bytes.little(content + 7, 3) else {
                    throw .cutOff
                }
                (width, height) = (wide + 1, high + 1)
                isAnimated = bytes[content] & 2 != 0
            case "VP8 " where width == 0:
                guard let wide = bytes.little(content + 6, 2), let high = bytes.little(content + 8, 2) else {
                    throw .cutOff
                }
                (width, height) = (wide & 0x3FFF, high & 0x3FFF)
            case "VP8L" where width == 0:
                guard let bits = bytes.little(content + 1, 4) else { throw .cutOff }
                (width, height) = (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
            case "ANMF" where self.content == nil:
                self.content = try Self.still(ofFrame: content..<content + length, in: bytes)
            case "EXIF": orientation = bytes.orientation(ofTIFF: content..<content + length) ?? orientation
            default: break
            }
            place = content + length + length % 2
        }
        if width == 0 || isAnimated && content == nil { throw .damaged }
    }

    /// A file with the image of one frame of an animation.
    private static func still(ofFrame frame: Range<Int>, in bytes: [UInt8]) throws(Fault) -> [UInt8] {
        guard frame.upperBound <= bytes.count, frame.count > 24 else { throw .cutOff }
        let chunks = Array(bytes[frame.lowerBound + 16..<frame.upperBound])
        let hasAlpha = chunks.text(0) == "ALPH"
        var body = Array("WEBP".utf8)
        if hasAlpha {
            body += Array("VP8X".utf8) + [10, 0, 0, 0, 0x10, 0, 0, 0]
            body += bytes[frame.lowerBound + 6..<frame.lowerBound + 12]
        }
        body += chunks
        let size = UInt32(body.count)
        return Array("RIFF".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) } + body
    }

    private mutating func readTIFF(_ bytes: [UInt8]) {
        let all = 0..<bytes.count
        width = bytes.value(ofTag: 0x100, inTIFF: all) ?? 0
        height = bytes.value(ofTag: 0x101, inTIFF: all) ?? 0
        orientation = bytes.orientation(ofTIFF: all) ?? 1
    }

    private mutating func readSVG(_ bytes: [UInt8]) {
        guard let size = SVGHeader(bytes)?.size else { return }
        (width, height) = size
    }
}

extension [UInt8] {
    /// A number of a few bytes, the most significant first; nil beyond the end.
    func big(_ place: Int, _ length: Int) -> Int? {
        guard place >= 0, place <= count - length else { return nil }
        return self[place..<place + length].reduce(0) { $0 << 8 | Int($1) }
    }

    fileprivate func little(_ place: Int, _ length: Int) -> Int? {
        guard place >= 0, place <= count - length else { return nil }
        return self[place..<place + length].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    func text(_ place: Int) -> String {
        place <= count - 4 && place >= 0 ? String(decoding: self[place..<place + 4], as: UTF8.self) : ""
    }

    /// The place after the sub-blocks of a GIF that begin at a place; nil if their end is missing.
    fileprivate func endOfBlocks(from start: Int) -> Int? {
        var place = start
        while place < count {
            if self[place] == 0 { return place + 1 }
            place += 1 + Int(self[place])
        }
        return nil
    }

    /// Whether a marker `EOI` follows; other data may come after it.
    fileprivate func hasEndOfJPEG(behind start: Int) -> Bool {
        let first = Swift.max(start, count - (4 << 20))
        var place = count - 2
        while place >= first {
            if self[place + 1] == 0xD9, self[place] == 0xFF { return true }
            place -= 1
        }
        return false
    }

    fileprivate func orientation(ofTIFF range: Range<Int>) -> Int? {
        var range = range
        // Some writers keep the marker of JPEG.
        if text(range.lowerBound) == "Exif" {
            range = Swift.min(range.lowerBound + 6, range.upperBound)..<range.upperBound
        }
        return value(ofTag: 0x112, inTIFF: range).flatMap { (1...8).contains($0) ? $0 : nil }
    }

    /// The value of a tag in the first directory of a TIFF structure (TIFF 6.0, section 2).
    fileprivate func value(ofTag tag: Int, inTIFF range: Range<Int>) -> Int? {
        let base = range.lowerBound
        let isLittle = text(base).hasPrefix("II")
        let number = { (place: Int, length: Int) in
            isLittle ? little(base + place, length) : big(base + place, length)
        }
        guard isLittle || text(base).hasPrefix("MM"), number(2, 2) == 42, let first = number(4, 4),
            let entries = number(first, 2)
        else { return nil }
        for index in 0..<entries {
            let entry = first + 2 + index * 12
            guard let found = number(entry, 2) else { return nil }
            if found == tag { return number(entry + 8, number(entry + 2, 2) == 3 ? 2 : 4) }
        }
        return nil
    }
}
