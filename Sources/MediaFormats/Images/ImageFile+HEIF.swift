extension ImageFile {
    /// Reads the primary item of an AVIF or HEIC file (ISO/IEC 23008-12). Its coded image gets the caps of
    /// video.
    mutating func readHEIF(_ bytes: [UInt8]) throws(Fault) {
        guard let meta = Self.boxes(in: 0..<bytes.count, bytes).first(where: { $0.type == "meta" }) else {
            throw .unsupported("an image file without a primary image")
        }
        if meta.content.upperBound > bytes.count { throw .cutOff }
        if meta.content.count < 4 { throw .damaged }
        let inner = Self.boxes(in: meta.content.lowerBound + 4..<meta.content.upperBound, bytes)
        let box = { (type: String) in inner.first { $0.type == type }?.content }
        guard
            let primary = box("pitm").flatMap({
                bytes.big($0.lowerBound + 4, bytes.big($0.lowerBound, 1) == 0 ? 2 : 4)
            }),
            let kind = box("iinf").flatMap({ Self.kind(of: primary, in: $0, bytes) })
        else { throw .damaged }
        guard kind == "av01" || kind == "hvc1" else {
            throw .unsupported(
                kind == "grid" ? "an image of several tiles" : "an image of the type “\(kind)”")
        }
        let properties = box("iprp").map { Self.properties(of: primary, in: $0, bytes) } ?? []
        var configuration: ArraySlice<UInt8> = []
        for property in properties {
            let content = property.content
            switch property.type {
            case "ispe":
                (width, height) = (
                    bytes.big(content.lowerBound + 4, 4) ?? 0, bytes.big(content.lowerBound + 8, 4) ?? 0
                )
            case "av1C", "hvcC": configuration = bytes[content]
            case "irot": orientation = [1, 8, 3, 6][Int(bytes[content].first ?? 0) & 3]
            case "imir" where orientation == 1: orientation = (bytes[content].first ?? 0) & 1 == 0 ? 4 : 2
            default: break
            }
        }
        let data = box("idat")?.lowerBound
        guard let location = box("iloc").flatMap({ Self.extents(of: primary, in: $0, data: data, bytes) }),
            !location.isEmpty
        else { throw .unsupported("an image without data of its own") }
        var coded: [UInt8] = []
        for range in location {
            guard range.upperBound <= bytes.count else { throw .cutOff }
            guard coded.count + range.count <= bytes.count else { throw .damaged }
            coded += bytes[range]
        }
        let size = "width=(int)\(width), height=(int)\(height)"
        if kind == "av01" {
            caps = "video/x-av1, stream-format=(string)obu-stream, alignment=(string)tu, \(size)"
            content = configuration.dropFirst(4) + coded
        } else {
            let hex = configuration.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            caps =
                "video/x-h265, stream-format=(string)hvc1, alignment=(string)au, "
                + "codec_data=(buffer)\(hex), \(size)"
            content = coded
        }
    }

    private struct Box {
        var type: String
        var content: Range<Int>
    }

    /// The boxes in a range. The content of a box that is cut off ends behind the bytes; only `meta` may.
    private static func boxes(in range: Range<Int>, _ bytes: [UInt8]) -> [Box] {
        var (place, found) = (range.lowerBound, [Box]())
        while place < range.upperBound, found.count < 4096, var length = bytes.big(place, 4) {
            var head = 8
            if length == 1, let long = bytes.big(place + 8, 8) { (length, head) = (long, 16) }
            if length == 0 { length = range.upperBound - place }
            let type = bytes.text(place + 4)
            guard length >= head, length < Int(Int32.max) else { break }
            let end = place + length
            if end > range.upperBound {
                if type == "meta" { found.append(Box(type: type, content: place + head..<end)) }
                break
            }
            found.append(Box(type: type, content: place + head..<end))
            place = end
        }
        return found
    }

    private static func kind(of item: Int, in table: Range<Int>, _ bytes: [UInt8]) -> String? {
        guard table.count > 6 else { return nil }
        let head = bytes[table.lowerBound] == 0 ? 6 : 8
        for box in boxes(in: table.lowerBound + head..<max(table.upperBound, table.lowerBound + head), bytes)
        where box.type == "infe" && box.content.count > 12 {
            let wide = bytes[box.content.lowerBound] > 2 ? 4 : 2
            let place = box.content.lowerBound + 4
            if bytes.big(place, wide) == item { return bytes.text(place + wide + 2) }
        }
        return nil
    }

    private static func properties(of item: Int, in table: Range<Int>, _ bytes: [UInt8]) -> [Box] {
        let inner = boxes(in: table, bytes)
        guard let list = inner.first(where: { $0.type == "ipco" }).map({ boxes(in: $0.content, bytes) })
        else {
            return []
        }
        for box in inner where box.type == "ipma" && box.content.count > 8 {
            let start = box.content.lowerBound
            let wide = bytes[start] == 0 ? 2 : 4
            let isLong = bytes[start + 3] & 1 == 1
            var place = start + 8
            for _ in 0..<min(bytes.big(start + 4, 4) ?? 0, 4096) {
                guard let id = bytes.big(place, wide), let count = bytes.big(place + wide, 1) else { break }
                place += wide + 1
                let size = isLong ? 2 : 1
                if id == item {
                    return (0..<count).compactMap { index in
                        let number = (bytes.big(place + index * size, size) ?? 0) & (isLong ? 0x7FFF : 0x7F)
                        return list.indices.contains(number - 1) ? list[number - 1] : nil
                    }
                }
                place += count * size
            }
        }
        return []
    }

    /// The places of the data of an item.
    private static func extents(of item: Int, in table: Range<Int>, data: Int?, _ bytes: [UInt8]) -> [Range<
        Int
    >]? {
        let start = table.lowerBound
        guard let version = bytes.big(start, 1), version <= 2, let sizes = bytes.big(start + 4, 2) else {
            return nil
        }
        let (offset, length, base) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let index = version == 0 ? 0 : sizes & 15
        let wide = version == 2 ? 4 : 2
        guard [offset, length, base, index].allSatisfy({ $0 == 0 || $0 == 4 || $0 == 8 }) else { return nil }
        var place = start + 6 + wide
        for _ in 0..<min(bytes.big(start + 6, wide) ?? 0, 4096) {
            guard let id = bytes.big(place, wide) else { return nil }
            place += wide
            let method = version == 0 ? 0 : (bytes.big(place, 2) ?? 0) & 15
            place += (version == 0 ? 0 : 2) + 2
            guard let from = bytes.big(place, base), let count = bytes.big(place + base, 2) else {
                return nil
            }
            place += base + 2
            var found: [Range<Int>] = []
            for _ in 0..<count {
                guard let at = bytes.big(place + index, offset),
                    let size = bytes.big(place + index + offset, length),
                    at < Int(Int32.max), size < Int(Int32.max), from < Int(Int32.max)
                else { return nil }
                let first = from + at + (method == 1 ? data ?? 0 : 0)
                found.append(first..<(size == 0 ? max(bytes.count, first) : first + size))
                place += index + offset + length
            }
            if id == item { return method > 1 || method == 1 && data == nil ? nil : found }
        }
        return nil
    }
}
