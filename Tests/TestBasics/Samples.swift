import Foundation
import Testing

/// The sample media of the repository, and what is true of them.
package enum Samples {
    struct Cue: Decodable, Sendable {
        var start: Double
        var end: Double
        var text: String
    }

    struct Chapter: Decodable, Sendable {
        var title: String
        var start: Double
        var end: Double
    }

    struct Words: Decodable, Sendable {
        var title: String
        var artist: String
        var album: String
        var date: String
        var genre: String
        var track: String?
        var disc: String?
    }

    struct Cover: Decodable, Sendable {
        var type: String
        var size: Int
    }

    struct Subtitles: Decodable, Sendable {
        var cues: [Cue]
    }

    struct Stream: Decodable, Sendable {
        var frames: Int?
        var frameRate: Double?
        var frameTimes: [Double]?
        var width: Int?
        var height: Int?
        var seenWidth: Int?
        var seenHeight: Int?
        var channels: Int?
        var sampleRate: Int?

        /// When each frame is shown.
        var times: [Double] { frameTimes ?? (0..<(frames ?? 0)).map { Double($0) / (frameRate ?? 1) } }
    }

    package struct Sample: Decodable, Sendable, CustomTestStringConvertible {
        var name: String
        var path: String
        var kind: String
        var duration: Double
        var durationTolerance: Double
        var video: Stream?
        var audio: Stream?
        var subtitles: [Subtitles]
        var playable: Bool
        var metadata: Words?
        var cover: Cover?
        var chapters: [Chapter]?

        package var testDescription: String { name }
        var isFile: Bool { kind == "file" }
    }

    private struct Manifest: Decodable {
        var samples: [Sample]
    }

    static let directory = URL(filePath: Repository.media, directoryHint: .isDirectory)

    static let all: [Sample] = {
        do {
            let data = try Data(contentsOf: directory.appending(path: "manifest.json"))
            return try JSONDecoder().decode(Manifest.self, from: data).samples
        } catch {
            Issue.record(error, "media/manifest.json cannot be read")
            return []
        }
    }()

    static func named(_ name: String) throws -> Sample {
        try #require(all.first { $0.name == name })
    }
}
