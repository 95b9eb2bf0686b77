/// The root element of an SVG file.
struct SVGHeader {
    /// The size in pixels at 96 dpi; nil if the file does not declare one.
    let size: (width: Int, height: Int)?

    /// Nil if the root element is another one, or not within these bytes.
    init?(_ bytes: [UInt8]) {
        guard var rest = Self.root(in: bytes.prefix(Self.reach)) else { return nil }
        rest = rest.dropFirst().drop { !Self.endsName($0) }
        let attributes = Self.attributes(rest)
        let box = (attributes["viewBox"] ?? "").split { $0 == " " || $0 == "," }.compactMap { Double($0) }
        let isBox = box.count == 4
        let width = attributes["width"].map(Self.pixels) ?? (isBox ? box[2] : nil)
        let height = attributes["height"].map(Self.pixels) ?? (isBox ? box[3] : nil)
        guard let width = width ?? (isBox ? box[2] : nil), let height = height ?? (isBox ? box[3] : nil)
        else {
            size = nil
            return
        }
        let bound = { (side: Double) in Int(min(max(side.rounded(.up), 0), 1e9)) }
        size = (bound(width), bound(height))
    }

    /// The number of bytes that are searched for the root element.
    private static let reach = 64 << 10

    /// The text from the root element on, if that is `svg`, after comments and declarations.
    private static func root(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var rest = bytes
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        while true {
            rest = rest.drop { $0 <= UInt8(ascii: " ") }
            guard rest.first == UInt8(ascii: "<") else { return nil }
            let end: [UInt8]
            if rest.starts(with: "<!--".utf8) {
                end = Array("-->".utf8)
            } else if rest.starts(with: "<?".utf8) {
                end = Array("?>".utf8)
            } else if rest.starts(with: "<!DOCTYPE svg".utf8) {
                end = Array(">".utf8)
            } else {
                let name = rest.dropFirst().prefix { !endsName($0) }
                return name.elementsEqual("svg".utf8) || name.suffix(4).elementsEqual(":svg".utf8)
                    ? rest : nil
            }
            guard let place = rest.indices.first(where: { rest[$0...].starts(with: end) }) else { return nil }
            rest = rest[(place + end.count)...]
        }
    }

    private static func endsName(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x3E || byte == 0x2F }

    private static func attributes(_ bytes: ArraySlice<UInt8>) -> [String: String] {
        var (rest, found) = (bytes, [String: String]())
        while true {
            rest = rest.drop { $0 <= 0x20 }
            let name = rest.prefix { !endsName($0) && $0 != UInt8(ascii: "=") }
            guard !name.isEmpty else { return found }
            rest = rest.dropFirst(name.count).drop { $0 <= 0x20 }
            guard rest.first == UInt8(ascii: "=") else { return found }
            rest = rest.dropFirst().drop { $0 <= 0x20 }
            guard let quote = rest.first, quote == 0x22 || quote == 0x27 else { return found }
            let value = rest.dropFirst().prefix { $0 != quote }
            rest = rest.dropFirst(value.count + 2)
            found[String(decoding: name, as: UTF8.self)] = String(decoding: value, as: UTF8.self)
        }
    }

    /// A length in pixels; nil for one that depends on others.
    private static func pixels(_ text: String) -> Double? {
        let number = text.prefix { $0.isNumber || ".+-eE".contains($0) }
        let digits = number.last.map { "eE".contains($0) } == true ? number.dropLast() : number
        guard let value = Double(digits) else { return nil }
        return units[String(text.dropFirst(digits.count))].map { value * $0 }
    }

    private static let units: [String: Double] = [
        "": 1, "px": 1, "pt": 96 / 72, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "em": 16,
    ]
}
