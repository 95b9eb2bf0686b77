import Foundation
import Playhead
import TestSupport
import Testing

@testable import TestBasics

/// A recording that was cut in two and coded in a format (`media/make-gapless.py`).
struct CutRecording: Sendable, CustomTestStringConvertible {
    enum Part: String, Sendable, CaseIterable { case a, b }

    var name: String
    var fileExtension: String
    var rate = 44100
    /// How many samples the times of the container may be off.
    var rounding = 0
    /// Whose name is put into the tag in place of libavformat's.
    var writer: String?
    /// Whether there are pictures beside the sound, whose parts are then whole numbers of these.
    var isFilm = false

    static let all =
        [
            CutRecording(name: "flac", fileExtension: "flac"),
            CutRecording(name: "lame", fileExtension: "mp3"),
            CutRecording(name: "lame-vbr", fileExtension: "mp3"),
            CutRecording(name: "lame", fileExtension: "mp3", writer: "LAME3.100"),
            CutRecording(name: "lame-vbr", fileExtension: "mp3", writer: "LAME3.100"),
            CutRecording(name: "vorbis", fileExtension: "ogg"),
            CutRecording(name: "opus", fileExtension: "opus", rate: 48000),
            // Matroska counts in milliseconds.
            CutRecording(name: "opus-webm", fileExtension: "webm", rate: 48000, rounding: 48),
            CutRecording(name: "aac", fileExtension: "m4a"),
            CutRecording(name: "aac-48", fileExtension: "m4a", rate: 48000),
            CutRecording(name: "itunes", fileExtension: "m4a"),
            CutRecording(name: "alac", fileExtension: "m4a"),
        ] + films

    /// With B-frames, and an edit list for either stream.
    static let films = [
        CutRecording(name: "film", fileExtension: "mp4", isFilm: true),
        CutRecording(name: "film-quicktime", fileExtension: "mov", isFilm: true),
    ]

    var testDescription: String { [name, writer].compactMap { $0 }.joined(separator: " by ") }

    private func file(_ part: Part) -> String { "gapless/\(name)-\(part.rawValue).\(fileExtension)" }

    /// Where a part lies; one whose tag names another writer is written into a folder.
    func path(_ part: Part, in folder: TemporaryFolder) throws -> String {
        guard let writer else { return Repository.media + "/" + file(part) }
        var bytes = Data(try Repository.bytes("media/" + file(part)))
        let tag = try #require(bytes.firstRange(of: Data("Lav".utf8)))
        bytes.replaceSubrange(tag.lowerBound..<(tag.lowerBound + writer.utf8.count), with: Data(writer.utf8))
        let place = URL(filePath: folder.path + "/\(name)-\(part.rawValue).\(fileExtension)")
        try bytes.write(to: place)
        return place.path
    }

    /// What was cut, from 0.
    func original(_ part: Part) throws -> [Float] {
        let whole = try Self.samples(of: "gapless/whole-\(rate).wav")
        let cut = isFilm ? 48_510 : rate == 44100 ? 47_500 : 53_077
        let end = isFilm ? 99_960 : whole.count
        return Array(part == .a ? whole[..<cut] : whole[cut..<end])
    }

    /// The samples of a file of one channel with 16 bits, after a header of 44 bytes.
    static func samples(of name: String) throws -> [Float] {
        let bytes = try Repository.bytes("media/" + name)
        return stride(from: 44, to: bytes.count - 1, by: 2).map {
            Float(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)) / 32768
        }
    }
}

/// What was heard of one channel, and how it lies on an original.
struct HeardSamples {
    var samples: [Float] = []
    /// Where the first one stands, as it was told.
    var start: Duration?
    var rate = 0
    /// The largest step from the end of one run to the beginning of the next.
    var largestGap: Duration = .zero

    init(_ sounds: [PresentedAudioBuffer]) {
        var end: Duration?
        for sound in sounds {
            start = start ?? sound.mediaTime
            rate = sound.sampleRate
            if let end { largestGap = max(largestGap, max(end - sound.mediaTime, sound.mediaTime - end)) }
            end = sound.mediaTime + sound.duration
            samples += stride(from: 0, to: sound.samples.count, by: sound.channels).map { sound.samples[$0] }
        }
    }

    /// How much later than in the original what was heard from a sample on stands, where that should be `expected`; at most 3000 samples.
    func shift(at place: Int, expected: Int, in original: [Float]) -> Int {
        let window = min(1024, samples.count - place)
        var best = (shift: Int(Int32.max), likeness: -Float.infinity)
        for shift in -3000...3000 {
            let start = place + expected + shift
            guard start >= 0, start + window <= original.count, window > 0 else { continue }
            var (product, power) = (Float(0), Float(0))
            for index in 0..<window {
                let other = original[start + index]
                product += samples[place + index] * other
                power += other * other
            }
            let likeness = product / max(power, 1e-9).squareRoot()
            if likeness > best.likeness { best = (shift, likeness) }
        }
        return best.shift
    }

    /// How far the samples from one on are from those of the original, as a part of these.
    func error(of range: Range<Int>, in original: [Float], from first: Int = 0) -> Float {
        var (error, power) = (Float(0), Float(0))
        for index in range.clamped(to: samples.indices) where original.indices.contains(index + first) {
            let difference = samples[index] - original[index + first]
            error += difference * difference
            power += original[index + first] * original[index + first]
        }
        return (error / max(power, 1e-9)).squareRoot()
    }
}
