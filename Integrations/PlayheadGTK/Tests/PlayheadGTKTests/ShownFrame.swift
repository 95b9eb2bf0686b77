import Foundation
import Playhead

/// What the widget shows of one frame, drawn by the program ViewProbe.
struct ShownFrame {
    let width: Int
    let height: Int
    let bytes: [UInt8]
    /// What the probe prints: the format and the size of the frame.
    let description: String

    /// Red, green and blue at a point, 0 to 1 in each direction.
    func color(_ x: Double, _ y: Double) -> [Int] {
        let pixel = (Int(y * Double(height)) * width + Int(x * Double(width))) * 4
        return bytes[pixel..<pixel + 3].map(Int.init)
    }

    /// The number in the lowest fifth of the media's pictures; media/README.md describes it.
    var number: Int {
        (1..<9).reduce(0) { $0 + (color((2 * Double($1) + 1) / 20, 0.9)[1] > 128 ? 128 >> ($1 - 1) : 0) }
    }

    static let media = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../../media"
    )
    .standardized
    static var hasDisplay: Bool { ProcessInfo.processInfo.environment["DISPLAY"] != nil }

    init(
        _ medium: String, at seconds: Double, by renderer: String, mode: AspectMode = .fit,
        format: String = "stored",
        size: (Int, Int) = (320, 180)
    ) async throws {
        let output = FileManager.default.temporaryDirectory.appending(path: "playhead-gtk-\(UUID()).rgba")
        defer { try? FileManager.default.removeItem(at: output) }
        description = try await runProbe([
            "show", renderer, mode.rawValue, "\(size.0)x\(size.1)", format, "\(seconds)",
            Self.media.appending(path: medium).path(), output.path(),
        ])
        (width, height) = size
        bytes = try [UInt8](Data(contentsOf: output))
    }
}

struct ProbeFailure: Error {
    let status: Int32
    let output: String
}

/// Runs ViewProbe, which is built beside the tests, and answers with what it prints.
func runProbe(_ arguments: [String]) async throws -> String {
    let process = Process()
    process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(
        path: "ViewProbe")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    let status = try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Int32, any Error>) in
        process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
        do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    let text = try output.fileHandleForReading.readToEnd().map { String(decoding: $0, as: UTF8.self) } ?? ""
    guard status == 0 else { throw ProbeFailure(status: status, output: text) }
    return text
}
