extension ImageDuration: Codable {
    /// Reads a number of seconds, or `unlimited`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let word = try? container.decode(String.self) {
            guard word == Self.word else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "Not an image duration")
            }
            self = .unlimited
        } else {
            self = .limited(try container.decode(ExactSeconds.self).value)
        }
    }

    /// Writes a number of seconds, or `unlimited`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .limited(let duration): try container.encode(ExactSeconds(duration))
        case .unlimited: try container.encode(Self.word)
        }
    }

    private static let word = "unlimited"
}
