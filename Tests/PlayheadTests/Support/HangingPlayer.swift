import Foundation
import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import TestBasics
@testable import TestSupport

/// Where something hangs in a real pipeline.
enum Hang: CaseIterable {
    /// The source, in `open`: a pipe that nobody writes to.
    case source
    /// The output, with the first frame.
    case preroll
    /// The output, while frames follow each other.
    case playback
    /// The queue on which GStreamer is called.
    case queue
}

/// A player whose pipeline hangs until it is released.
final class HangingPlayer: Sendable {
    let player: Player
    let log = EventLog()
    private let gate = Gate()
    private let pipe: NamedPipe?

    /// Loads something, and returns when it hangs.
    init(_ hang: Hang) async throws {
        pipe = hang == .source ? try NamedPipe() : nil
        var configuration = PlayerConfiguration.silent
        configuration.killTimeout = .milliseconds(50)
        let gate = gate
        let pipelines = Player.realPipelines()
        let passed = Counter()
        let meter = PresentationMeter { output in
            guard output == .video else { return }
            let count = passed.next()
            if hang == .preroll && count == 1 || hang == .playback && count == 5 { gate.pass() }
        }
        player = Player(configuration: configuration, time: SystemTime()) { request, _, configuration, post in
            pipelines(request, meter, configuration) { event in
                if hang == .queue, case .prerolled = event { gate.pass() }
                post(event)
            }
        }
        player.addObserver(log)
        player.load(try pipe?.item ?? Samples.named("av-h264-aac").item, autoplay: true)
        if let pipe {
            try await pipe.waitForReader()
        } else {
            await gate.waitForArrival()
        }
    }

    /// What hangs goes on.
    func release() {
        gate.open()
        pipe?.release()
    }
}

/// A pipe with a name. Whoever reads it hangs in `open`, which nothing can interrupt, until somebody opens it for writing.
final class NamedPipe: Sendable {
    private let folder: TemporaryFolder
    private var path: String { folder.url.appending(path: "pipe").path(percentEncoded: false) }

    init() throws {
        folder = try TemporaryFolder()
        guard unsafe mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
    }

    /// The check of the source refuses pipes; this element looks for no such thing.
    var item: MediaItem { MediaItem(uri: "multifile://\(path)") }

    /// Waits until a thread of this process hangs; there is to be one pipe at a time.
    func waitForReader() async throws {
        try await waitUntil { Self.waits.contains("wait_for_partner") }
    }

    /// Lets the reader go on: it finds the end, and no pipe when it looks for more.
    func release() {
        let writer = FileHandle(forWritingAtPath: path)
        try? FileManager.default.removeItem(atPath: path)
        try? writer?.close()
    }

    /// Whether the kernel says where threads wait.
    static var isObservable: Bool { !waits.filter { $0 != "0" }.isEmpty }

    private static var waits: [String] {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return threads.compactMap {
            try? String(contentsOfFile: "/proc/self/task/\($0)/wchan", encoding: .utf8)
        }
    }
}

/// A pipe that nobody writes to, open already: whoever reads it can be interrupted.
final class SilentPipe: Sendable {
    private let pipe = Pipe()

    var item: MediaItem { MediaItem(uri: "fd://\(pipe.fileHandleForReading.fileDescriptor)") }
}

/// Counts from one.
private final class Counter: Sendable {
    private let last = Atomic(0)
    func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}
