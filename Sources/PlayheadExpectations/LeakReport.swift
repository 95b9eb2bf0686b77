internal import FoundationEssentials
internal import GStreamer

/// A GStreamer object that still exists after a test.
struct Leak: Codable, Sendable, CustomStringConvertible {
    var type: String
    var address: String

    var description: String { "\(type) at \(address)" }
}

/// A file with the leaks of one test. The child process writes it, and the parent process reads it.
struct LeakReport {
    /// The environment variable with the path of the file.
    static let variable = "PLAYHEAD_LEAK_REPORT"

    let file: URL

    /// The report that this process has to write; nil in an ordinary test process.
    static var wanted: LeakReport? {
        ProcessInfo.processInfo.environment[variable].map { LeakReport(file: URL(filePath: $0)) }
    }

    /// The leaks in the file; nil without a file.
    var leaks: [Leak]? {
        (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode([Leak].self, from: $0) }
    }

    /// Runs the body twice, and writes the objects that the second run created and that still exist after 5
    /// s. Classes and plug-ins create permanent objects during the first run.
    func write(about body: () async throws -> Void) async throws {
        _ = Runtime.startFault
        try await body()
        guard var ledger = LeakTracer() else { throw NoTracer() }
        try await body()
        let limit = ContinuousClock.now + .seconds(5)
        var left = ledger.left()
        while !left.isEmpty, ContinuousClock.now < limit {
            try await Task.sleep(for: .milliseconds(10))
            left = ledger.left()
        }
        try JSONEncoder().encode(left.map { Leak(type: $0.type, address: $0.address) }).write(to: file)
    }
}

/// The error if GStreamer lacks the leak tracer.
struct NoTracer: Error, CustomStringConvertible {
    var description: String {
        "GStreamer's tracer of leaks is not there: it is in the Debian package libgstreamer1.0-0, in the plug-in coretracers"
    }
}
