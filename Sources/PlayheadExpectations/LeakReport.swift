internal import FoundationEssentials
internal import GStreamer

/// An object of GStreamer's that is left after a test.
struct Leak: Codable, Sendable, CustomStringConvertible {
    var type: String
    var address: String

    var description: String { "\(type) at \(address)" }
}

/// What a process that looks for the leaks of one test writes for the one that started it.
struct LeakReport {
    /// The variable of the environment that names the file.
    static let variable = "PLAYHEAD_LEAK_REPORT"

    let file: URL

    /// The report that this process is there for; nil in one that runs tests for their own sake.
    static var wanted: LeakReport? {
        ProcessInfo.processInfo.environment[variable].map { LeakReport(file: URL(filePath: $0)) }
    }

    /// What was written; nil when nothing was.
    var leaks: [Leak]? {
        (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode([Leak].self, from: $0) }
    }

    /// Does something twice, and writes down what was made the second time and does not go away within five seconds. What classes and
    /// plug-ins make once and keep is made the first time.
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

/// GStreamer has not the tracer that counts.
struct NoTracer: Error, CustomStringConvertible {
    var description: String {
        "GStreamer's tracer of leaks is not there: it is in the Debian package libgstreamer1.0-0, in the plug-in coretracers"
    }
}
