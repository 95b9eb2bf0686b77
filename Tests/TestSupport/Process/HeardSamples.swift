import Foundation

@testable import TestBasics

/// Sound in which each frame tells its own number, so that a recording shows which frames were heard, and in which
/// order: 16 bits, two channels, 48 kHz.
enum NumberedSound {
    static let rate = 48000

    /// A WAV file of so many seconds.
    static func wav(seconds: Int) -> Data {
        let frames = (0..<UInt32(seconds * rate)).map { (frame: UInt32) -> UInt32 in
            let (low, high) = (frame & 0x7FFF, (frame >> 15) + 1)
            return low | high << 16
        }
        let data = bytes(frames)
        return header(channels: 2, size: data.count) + data
    }

    /// What precedes so many bytes of samples in a WAV file in 16 bits.
    static func header(channels: Int, size: Int) -> Data {
        var file = Data("RIFF".utf8) + bytes([UInt32(60 + size)])
        file += Data("WAVEfmt ".utf8) + bytes([UInt32(40)])
        // The extensible form; frames and bytes in a second; the size of a frame, and of a sample in bits.
        file += bytes([0xFFFE, UInt16(channels)]) + bytes([UInt32(rate), UInt32(rate * channels * 2)])
        file += bytes([UInt16(channels * 2), 16, 22, 16])
        // The channel mask, and PCM.
        file += bytes([UInt32(channels == 1 ? 4 : (1 << channels) - 1)]) + bytes([UInt32(1)])
        file += Data([0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71])
        file += Data("data".utf8) + bytes([UInt32(size)])
        return file
    }

    static func bytes<Number: FixedWidthInteger>(_ numbers: [Number]) -> Data {
        unsafe numbers.map(\.littleEndian).withUnsafeBytes { unsafe Data($0) }
    }
}

/// What was heard of ``NumberedSound``.
struct HeardSamples {
    /// Successive frames, or a number of silent ones.
    enum Part: Equatable, CustomStringConvertible {
        case frames(Range<Int>)
        case silence(Int)

        var description: String {
            switch self {
            case .frames(let range): "\(range.lowerBound)..<\(range.upperBound)"
            case .silence(let count): "silence of \(count)"
            }
        }
    }

    private(set) var parts: [Part] = []

    init(_ recording: Data) {
        let frames = recording.count / 4
        let bytes = [UInt8](recording)
        for index in 0..<frames {
            let number = { (at: Int) in Int(bytes[at]) | Int(bytes[at + 1]) << 8 }
            let (low, high) = (number(index * 4), number(index * 4 + 2))
            append(low == 0 && high == 0 ? nil : (high - 1) << 15 | low)
        }
    }

    private mutating func append(_ frame: Int?) {
        switch (parts.last, frame) {
        case (.frames(let range), let frame?) where range.upperBound == frame:
            parts[parts.count - 1] = .frames(range.lowerBound..<frame + 1)
        case (.silence(let count), nil): parts[parts.count - 1] = .silence(count + 1)
        case (_, let frame?): parts.append(.frames(frame..<frame + 1))
        case (_, nil): parts.append(.silence(1))
        }
    }

    /// The successive frames, without the silence.
    var ranges: [Range<Int>] {
        parts.compactMap { if case .frames(let range) = $0 { range } else { nil } }
    }

    /// All numbers from the first to behind the last frame; empty without any.
    var extent: Range<Int> {
        guard let first = ranges.first?.lowerBound, let last = ranges.last?.upperBound else { return 0..<0 }
        return min(first, last)..<last
    }

    /// The number of frames that are missing between the first and the last. Frames in whose place silence of the same
    /// length was heard are not: a server plays it while the machine is too busy to bring it samples in time.
    var lost: Int {
        steps.filter { $0.frames > 0 && abs($0.frames - $0.silence) > 48 }.reduce(0) { $0 + $1.frames }
    }

    /// The number of frames that were heard again.
    var repeated: Int { -steps.reduce(0) { $0 + min($1.frames, 0) } }

    /// The distances from each range to the next, and the silence between.
    private var steps: [(frames: Int, silence: Int)] {
        var steps: [(Int, Int)] = []
        var (end, silence): (Int?, Int) = (nil, 0)
        for part in parts {
            switch part {
            case .silence(let count): silence += count
            case .frames(let range):
                if let end { steps.append((range.lowerBound - end, silence)) }
                (end, silence) = (range.upperBound, 0)
            }
        }
        return steps
    }

    /// What was heard first on one device, and then on another one.
    static func + (first: HeardSamples, second: HeardSamples) -> HeardSamples {
        var both = first
        both.parts += second.parts
        return both
    }
}
