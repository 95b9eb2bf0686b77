import Foundation
import PlayheadCore
import Testing

@testable import TestSupport

/// The built command, beside the test bundle.
enum PlayheadBinary {
    static let path: String = {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: tests).deletingLastPathComponent().appending(path: "playhead").path
    }()

    /// Starts it.
    static func start(
        _ arguments: [String], streams: Child.Streams = .pipes(input: "/dev/null"), directory: String? = nil,
        environment: [String: String] = [:], beside companion: Child? = nil
    ) async throws -> Child {
        try await Child.start(
            path, arguments, streams: streams, directory: directory, environment: environment,
            beside: companion)
    }

    /// Runs it to its end.
    static func run(
        _ arguments: String..., directory: String? = nil, beside companion: Child? = nil
    ) async throws -> RunResult {
        await RunResult(try await start(arguments, directory: directory, beside: companion))
    }
}

extension RunResult {
    /// The lines of JSON; every one has to be one.
    func lines() throws -> [Line] { try Line.all(in: output) }

    /// The lines on standard error that the command did not write itself.
    var strangeLines: [Substring] {
        errors.split(separator: "\n").filter { line in
            !["playhead: ", "  ", "Playing ", "Finished ", "Ended early: ", "Summary: "].contains {
                line.hasPrefix($0)
            }
        }
    }
}

/// One line of JSON; the fields that tests look at.
struct Line: Decodable {
    struct Item: Decodable {
        var uri: String
        var outcome: String
        var duration: Double?
        var played: Double
    }

    struct Track: Decodable {
        var id: String
        var kind: String
        var chosen: Bool
        var applied: Bool
    }

    var tracks: [Track]?
    var event: String
    var at: Double
    var item: Int?
    var uri: String?
    var code: String?
    var message: String?
    var hint: String?
    var reason: String?
    var active: String?
    var audioDelay: Double?
    var lost: String?
    var format: AudioOutputFormat?
    var from: String?
    var to: String?
    var text: String?
    var position: Double?
    var isMuted: Bool?
    var volume: Double?
    var exitCode: Int32?
    var items: [Item]?

    static func all(in output: String) throws -> [Line] {
        try output.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }
}

extension [Line] {
    func named(_ event: String) -> [Line] { filter { $0.event == event } }
}
