import Dispatch
import Foundation
import GStreamer
import Glibc
import PlayheadServer
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import Playhead

/// A program whose own tasks keep all threads busy that Swift has for them, and so those of Dispatch's global queues. Each in a process of its own,
/// which nobody else slows down.
@Suite(.timeLimit(.minutes(1)))
struct BusyTasksTests {
    @Test(.inTurn) func `a host is asked why it cannot be reached`() async throws {
        await #expect(processExitsWith: .success) {
            alarm(40)
            let (descriptor, port) = try #require(LoopbackPort.open())
            LoopbackPort.close(descriptor)
            let answer = Self.whileTasksAreBusy { HostProbe.ask(host: "127.0.0.1", port: port) }
            #expect(answer == .refused)
        }
    }

    @Test(.inTurn) func `a subtitle file is fetched`() async throws {
        await #expect(processExitsWith: .success) {
            alarm(40)
            let server = try await MediaServer(folder: Samples.directory.path)
            let uri = server.address(of: "subtitles.srt")
            let bytes = Self.whileTasksAreBusy {
                let answer = Mutex<Result<[UInt8], PlayerError>?>(nil)
                let isOver = DispatchSemaphore(value: 0)
                let file = RemoteFile(
                    uri: uri, access: NetworkAccess(), limit: 1 << 20,
                    excess: PlayerError(.damaged, "It is too long"), queue: DispatchQueue(label: "test")
                ) { result in
                    answer.withLock { $0 = result }
                    isOver.signal()
                }
                file.begin(within: .seconds(10))
                Self.spin(until: isOver)
                return answer.withLock { $0 }
            }
            #expect(try bytes?.get().isEmpty == false)
            await server.close()
        }
    }

    @Test(
        .inTurn, .serialized, arguments: ["dash/film", "hls-ts/low.m3u8", "av-h264-aac.mp4"], [false, true])
    func `what is served is played`(_ path: String, _ areStanding: Bool) async throws {
        await #expect(processExitsWith: .success) { [path, areStanding] in
            alarm(50)
            let folder = try TemporaryFolder()
            let media = URL(filePath: folder.path + "/media")
            try FileManager.default.copyItem(at: Samples.directory, to: media)
            try FileManager.default.copyItem(
                at: media.appending(path: "dash/timeline.mpd"), to: media.appending(path: "dash/film"))
            let server = try await MediaServer(folder: media.path)
            let uri = server.address(of: path)
            let snapshot = Self.whileTasksAreBusy(areStanding) {
                var configuration = PlayerConfiguration.silent
                configuration.clock = .virtual
                let player = Player(configuration: configuration)
                let isOver = DispatchSemaphore(value: 0)
                let observation = player.observe { if case .finished = $0 { isOver.signal() } }
                player.load(MediaItem(uri: uri), autoplay: true)
                Self.spin(until: isOver)
                observation.cancel()
                return player.snapshot
            }
            #expect(snapshot.endReason == .natural, "\(String(describing: snapshot.error)) \(snapshot)")
            await server.close()
        }
    }

    /// At work all the time: in place of a thread that stands Dispatch would let another one run.
    private static func spin(until semaphore: DispatchSemaphore) {
        while semaphore.wait(timeout: .now()) == .timedOut {}
    }

    /// Does something while tasks hardly get a thread; nor do blocks of global queues, unless those that have one are standing.
    private static func whileTasksAreBusy<Answer>(_ areStanding: Bool = false, _ work: () -> Answer) -> Answer
    {
        let hogs = Hogs(areStanding)
        hogs.begin()
        defer { hogs.end() }
        return work()
    }
}

/// Tasks that hold their threads, at work or not.
private final class Hogs: Sendable {
    private let isOver = Atomic(false)
    private let areStanding: Bool

    init(_ areStanding: Bool) { self.areStanding = areStanding }

    func begin() {
        let threads = ProcessInfo.processInfo.activeProcessorCount
        for priority in [TaskPriority.high, .medium] {
            for _ in 0..<(2 * threads) {
                Task.detached(priority: priority) {
                    while !self.isOver.load(ordering: .relaxed) { if self.areStanding { usleep(1000) } }
                }
            }
        }
        // Each of them gets its thread. Dispatch may add one now and then, where it finds one of them at rest.
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(200))
    }

    func end() { isOver.store(true, ordering: .relaxed) }
}
