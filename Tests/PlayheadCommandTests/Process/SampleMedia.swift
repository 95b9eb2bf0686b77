import Foundation
import Testing

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

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../media")
        .standardizedFileURL.path

    static func path(_ name: String) -> String { folder + "/" + name }

    static let all: [Sample] = {
        guard let data = FileManager.default.contents(atPath: path("manifest.json")) else { return [] }
        return (try? JSONDecoder().decode(Manifest.self, from: data))?.samples ?? []
    }()
}

/// A folder that is gone with the test.
final class Folder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "playhead-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file and gives its path.
    func file(_ name: String, _ content: Data) throws -> String {
        let file = path + "/" + name
        try content.write(to: URL(filePath: file))
        return file
    }

    /// Writes the first part of a sample.
    func cut(_ sample: String, to share: Double) throws -> String {
        let whole = try Data(contentsOf: URL(filePath: SampleMedia.path(sample)))
        return try file("cut-" + sample, whole.prefix(Int(Double(whole.count) * share)))
    }

    func copy(_ sample: String, as name: String) throws -> String {
        try file(name, Data(contentsOf: URL(filePath: SampleMedia.path(sample))))
    }
}
