import Foundation

@testable import TestBasics

/// Sound in which each frame tells its own number, so that a recording shows which frames were heard, and in which
/// order: 16 bits, two channels, 48 kHz.
enum NumberedSound {
    static let rate = 48000

    /// A WAV file of so many seconds.
    static func wav(seconds: Int) -> Data {
        let samples = (0..<seconds * rate).flatMap { frame in
            [UInt16(frame & 0x7FFF), UInt16(frame >> 15 + 1)]
        }
        func bytes<Number: FixedWidthInteger>(_ numbers: [Number]) -> Data {
            Data(
                numbers.flatMap { number in
                    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
                })
        }
        let data = bytes(samples)
        let size = UInt32(data.count)
        return Data("RIFF".utf8) + bytes([36 + size]) + Data("WAVEfmt ".utf8) + bytes([16 as UInt32])
            + bytes([1, 2] as [UInt16]) + bytes([UInt32(rate), UInt32(rate * 4)])
            + bytes([4, 16] as [UInt16]) + Data("data".utf8) + bytes([size]) + data
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

    /// The silence between the first and the last frame.
    var inner: [Part] {
        let sounding = parts.indices.filter { if case .frames = parts[$0] { true } else { false } }
        guard let first = sounding.first, let last = sounding.last else { return [] }
        return parts[first...last].filter { if case .silence = $0 { true } else { false } }
    }
}
