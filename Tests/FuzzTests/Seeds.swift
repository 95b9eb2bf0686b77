import TestBasics

@testable import MediaFormats

/// Valid inputs to begin with.
enum Seeds {
    /// The beginnings of sample media; only those with many headers need more than 24 KiB.
    static func media(_ names: String..., upTo limit: Int = 24 << 10) throws -> [[UInt8]] {
        try names.map { Array(try Repository.bytes("media/\($0)").prefix(limit)) }
    }

    /// Texts of the repository.
    static func files(_ names: String...) throws -> [[UInt8]] { try names.map { try Repository.bytes($0) } }

    static func texts(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    /// The movie boxes of samples, with their headers.
    static func movies(_ names: String...) throws -> [[UInt8]] {
        try names.map { name in
            let bytes = try Repository.bytes("media/\(name)")
            let boxes = MP4File.boxes(from: 0, to: bytes.count, bytes.reader)
            guard let movie = boxes.first(where: { $0.type == "moov" }) else { return bytes }
            return Array(bytes[movie.start - 8..<movie.end])
        }
    }

    /// The samples of the stream with a codec, as a demuxer gives them, one after the other.
    static func samples(_ codec: Codec, of name: String, _ demuxer: some Demuxer) throws -> [[UInt8]] {
        var demuxer = demuxer
        var (number, bytes): (Int?, [UInt8]) = (nil, [])
        for output in try demuxer.append(Repository.bytes("media/\(name)")[...]) {
            switch output {
            case .streams(let streams): number = streams.first { $0.format.codec == codec }?.number
            case .sample(let stream, let sample) where stream == number: bytes += sample.data
            default: break
            }
        }
        return [Array(bytes.prefix(16 << 10))]
    }
}
