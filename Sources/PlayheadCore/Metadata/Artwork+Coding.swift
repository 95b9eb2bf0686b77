extension Artwork: Codable {
    private enum CodingKeys: String, CodingKey { case type, bytes }

    /// Decodes the artwork.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let digits = Array(try container.decode(String.self, forKey: .bytes).utf8)
        type = try container.decode(String.self, forKey: .type)
        bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
        }
    }

    /// Encodes the bytes as hexadecimal digits: an array of numbers would be three times as long.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type, forKey: .type)
        let digits = Array("0123456789abcdef".utf8)
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        try container.encode(String(decoding: text, as: UTF8.self), forKey: .bytes)
    }
}
