import Foundation

@testable import TestBasics
@testable import TestSupport

/// Devices of ALSA that write what they are given into a file, at the pace of a sound server: `card`, and `digital`, which
/// takes frames that are not decoded. The file begins anew when the device is opened anew.
struct ALSAFile {
    static let isInstalled = ["x86_64", "aarch64"].contains {
        FileManager.default.fileExists(
            atPath: "/usr/lib/\($0)-linux-gnu/alsa-lib/libasound_module_pcm_pulse.so")
    }

    private let path: String

    init(beside server: PulseServer) throws {
        path = server.folder.path + "/given.raw"
        let device = #"type file; slave.pcm { type pulse }; file "\#(path)"; format raw"#
        let bits = [("AES0", 4), ("AES1", 130), ("AES2", 0), ("AES3", 2)].map { name, value in
            "@args.\(name) { type integer default \(value) }"
        }
        _ = try server.folder.write(
            """
            pcm.card { \(device) }
            pcm.digital { @args [AES0 AES1 AES2 AES3]
            \(bits.joined(separator: "\n"))
            \(device) }

            """, to: ".asoundrc")
    }

    /// What the device was given; nothing before it is opened.
    var content: Data {
        get throws {
            FileManager.default.fileExists(atPath: path) ? try Data(contentsOf: URL(filePath: path)) : Data()
        }
    }
}

/// Frames of an encoding, in a stream of them or in bursts of IEC 61937.
enum EncodedFrames: String, CustomStringConvertible {
    case ac3, dts

    var description: String { rawValue }

    private var syncWord: [UInt8] { self == .ac3 ? [0x0B, 0x77] : [0x7F, 0xFE, 0x80, 0x01] }

    func frames(ofSample name: String) throws -> [Data] {
        let data = try Data(contentsOf: URL(filePath: SampleMedia.path(name)))
        // The samples have a constant bit rate, and so frames of one size.
        let size = self == .ac3 ? 768 : 512
        return stride(from: 0, to: data.count, by: size).map { data[$0..<$0 + size] }
    }

    /// The frames in bursts: two words of synchronization, the type, the length, and the frame in words of 16 bits.
    func frames(inBursts data: Data) throws -> [Data] {
        var frames: [Data] = []
        var rest = data[...]
        while let found = rest.firstRange(of: Data([0x72, 0xF8, 0x1F, 0x4E])),
            rest.endIndex - found.upperBound >= 4
        {
            let at = found.upperBound
            let length = Int(rest[at + 2]) | Int(rest[at + 3]) << 8
            let size = (rest[at] & 0x1F) == 1 || (11...13).contains(rest[at] & 0x1F) ? length / 8 : length
            let words = rest[(at + 4)...].prefix((size + 1) / 2 * 2)
            guard words.count >= size else { break }
            frames.append(
                Data(
                    words.indices.map { words[(($0 - words.startIndex) ^ 1) + words.startIndex] }.prefix(size)
                ))
            rest = rest[words.endIndex...]
        }
        return frames
    }
}

/// The frames of a medium that a device was given.
struct HeardFrames {
    /// The number of each frame in the medium; nil for one that is none of its frames.
    let numbers: [Int?]
    /// The number of frames in the medium.
    let count: Int

    init(_ given: [Data], of all: [Data]) {
        let places = Dictionary(zip(all, 0...)) { first, _ in first }
        (numbers, count) = (given.map { places[Data($0)] }, all.count)
    }

    var last: Int? { numbers.last ?? nil }

    /// Whether no frame is missing between the first and the last one.
    var areWithoutGap: Bool {
        guard let first = numbers.first ?? nil, let last else { return false }
        return numbers == Array(first...max(first, last))
    }

    /// Whether each frame is one of the medium, and none comes twice or too early.
    var areInOrder: Bool { zip(numbers, numbers.dropFirst()).allSatisfy { ($0 ?? .max) < ($1 ?? -1) } }
}

/// Two seconds of ``NumberedSound`` with other bits and at another rate.
struct CountedSamples {
    let bits: Int
    let rate: Int
    var count: Int { rate * 2 }

    /// A WAV file with them.
    var wav: Data {
        let size = bits / 8 * 2
        var samples = Data()
        for frame in 0..<count {
            for value in [frame & 0x7FFF, (frame >> 15) + 1] {
                samples.append(
                    contentsOf: (0..<bits / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) })
            }
        }
        var file = Data("RIFF".utf8) + NumberedSound.bytes([UInt32(36 + samples.count)])
        file += Data("WAVEfmt ".utf8) + NumberedSound.bytes([UInt32(16)])
        file += NumberedSound.bytes([UInt16(1), 2])
        file += NumberedSound.bytes([UInt32(rate), UInt32(rate * size)])
        file += NumberedSound.bytes([UInt16(size), UInt16(bits)])
        file += Data("data".utf8) + NumberedSound.bytes([UInt32(samples.count)])
        return file + samples
    }

    /// What a device was given of them; nil if it has a sample that is none of theirs.
    func heard(in given: Data) -> HeardSamples? {
        let bytes = [UInt8](given)
        var words = Data()
        for start in stride(from: 0, through: bytes.count - bits / 8, by: bits / 8) {
            guard bytes[(start + 2)..<start + bits / 8].allSatisfy({ $0 == 0 }) else { return nil }
            words.append(contentsOf: bytes[start...start + 1])
        }
        return HeardSamples(words)
    }
}
