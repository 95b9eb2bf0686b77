internal import Foundation
internal import Testing

/// Runs one test in a child process under the leak tracer of GStreamer.
struct LeakSearch {
    /// The reason why there is no result.
    enum Fault: Error, CustomStringConvertible {
        case noReport(status: Int32, output: String)

        var description: String {
            switch self {
            case .noReport(let status, let output):
                "The test did not come to its end under GStreamer's tracer of leaks (exit status \(status)):\n\(output)"
            }
        }
    }

    /// The maximum real time of the child process.
    static let limit = Duration.seconds(300)

    private let pattern: String

    init(of test: Test) { pattern = "^" + String(describing: test.id).escaped + "$" }

    /// The objects that the test leaks.
    func leaks() async throws -> [Leak] {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "playhead-leaks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let report = LeakReport(file: folder.appending(path: "leaks.json"))
        let output = folder.appending(path: "output.txt")
        let status = try await run(report, output)
        if let leaks = report.leaks { return leaks }
        let words = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
        throw Fault.noReport(
            status: status, output: words.split(separator: "\n").suffix(20).joined(separator: "\n"))
    }

    private func run(_ report: LeakReport, _ output: URL) async throws -> Int32 {
        let process = Process()
        process.executableURL = URL(
            filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        process.arguments = ["--testing-library", "swift-testing", "--filter", pattern]
        process.environment = environment(report)
        process.standardInput = FileHandle.nullDevice
        try Data().write(to: output)
        let transcript = try FileHandle(forWritingTo: output)
        process.standardOutput = transcript
        process.standardError = transcript
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { end.yield($0.terminationStatus) }
        try process.run()
        let identifier = process.processIdentifier
        let patience = Task {
            try await Task.sleep(for: Self.limit)
            kill(identifier, SIGKILL)
        }
        defer { patience.cancel() }
        for await status in ends { return status }
        // The test was cancelled.
        kill(identifier, SIGKILL)
        throw CancellationError()
    }

    private func environment(_ report: LeakReport) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment[LeakReport.variable] = report.file.path
        environment["GST_TRACERS"] = (environment["GST_TRACERS"].map { "\($0);" } ?? "") + "leaks"
        return environment
    }
}

extension String {
    /// The text as a regular expression that matches only this text.
    fileprivate var escaped: String {
        reduce(into: "") { text, character in
            if "\\^$.|?*+()[]{}".contains(character) { text.append("\\") }
            text.append(character)
        }
    }
}
