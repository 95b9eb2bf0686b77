import Foundation
import TestSupport
import Testing

@testable import TestBasics

/// The samples of the repository and what is true of them (media/manifest.json).
enum SampleMedia {
    struct Sample: Decodable, Sendable, CustomTestStringConvertible {
        var name: String
        var path: String
        var kind: String
        var duration: Double
        var durationTolerance: Double
        var playable: Bool
        var testDescription: String { name }
    }

    private struct Manifest: Decodable { var samples: [Sample] }

    static let folder = Repository.media

    static func path(_ name: String) -> String { folder + "/" + name }

    static let all: [Sample] = {
        guard let data = FileManager.default.contents(atPath: path("manifest.json")) else { return [] }
        return (try? JSONDecoder().decode(Manifest.self, from: data))?.samples ?? []
    }()
}

extension TemporaryFolder {
    /// Writes the first part of a sample.
    func cut(_ sample: String, to share: Double) throws -> String {
        let whole = try Data(contentsOf: URL(filePath: SampleMedia.path(sample)))
        return try write(whole.prefix(Int(Double(whole.count) * share)), to: "cut-" + sample)
    }

    func copy(_ sample: String, as name: String) throws -> String {
        try write(Data(contentsOf: URL(filePath: SampleMedia.path(sample))), to: name)
    }
}

extension Data {
    /// 64 KiB of random bytes, the same for the same seed (SplitMix64).
    init(noise seed: UInt64) {
        var state = seed
        self = Data(
            (0..<8192).flatMap { _ in
                state &+= 0x9E37_79B9_7F4A_7C15
                var mixed = state
                mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
                mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
                mixed ^= mixed >> 31
                return (0..<8).map { UInt8(truncatingIfNeeded: mixed >> ($0 * 8)) }
            })
    }
}
