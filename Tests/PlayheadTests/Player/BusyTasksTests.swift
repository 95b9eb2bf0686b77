import Dispatch
import Foundation
import GStreamer
import Glibc
import NIOCore
import NIOPosix
import Playhead
import PlayheadLoops
import PlayheadServer
import PlayheadSystem
import PlayheadTesting
import Synchronization
import Testing

@testable import PlayheadCore
@testable import PlayheadNetwork
@testable import PlayheadPipeline
@testable import TestBasics
@testable import TestSupport

/// A program whose own tasks keep all threads busy that Swift has for them, and so those of Dispatch's global queues. Each in a process of its own,
/// which nobody else slows down.
@Suite(.stress, .timeLimit(.minutes(1)))
struct BusyTasksTests {
    @Test(.inTurn) func `an unreachable host is diagnosed while all threads are busy`() async throws {
        await #expect(processExitsWith: .success) {
            alarm(40)
            let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .bind(host: "127.0.0.1", port: 0).get()
            let port = try #require(listener.localAddress?.port)
            try await listener.close()
            let answer = Self.whileTasksAreBusy { HostProbe.ask(host: "127.0.0.1", port: port) }
            #expect(answer == .refused)
        }
    }

    @Test(.inTurn) func `2.3: a timeout is kept while all threads are busy`() async throws {
        await #expect(processExitsWith: .success) {
            alarm(40)
            let isDue = DispatchSemaphore(value: 0)
            Self.whileTasksAreBusy {
                let timer = SystemTime().schedule(after: .milliseconds(10)) { isDue.signal() }
                Self.spin(until: isDue)
                timer.cancel()
            }
        }
    }

    /// Who closes it has a thread of his own, as an actor may.
    @Test(.inTurn, arguments: [false, true])
    func `2.7: a player closes in time while all threads are busy`(_ isKilled: Bool) async throws {
        await #expect(processExitsWith: .success) { [isKilled] in
            alarm(40)
            let player = Player(configuration: .silent)
            player.load(MediaItem(path: Samples.directory.path + "/av-h264-aac.mp4"), autoplay: true)
            Self.whileTasksAreBusy {
                let isClosed = DispatchSemaphore(value: 0)
                let loop = LoopExecutor(MultiThreadedEventLoopGroup.singleton.next())
                Task(executorPreference: loop) {
                    await player.close(kill: isKilled)
                    isClosed.signal()
                }
                Self.spin(until: isClosed)
            }
            #expect(player.status == .closed)
        }
    }

    @Test(.inTurn) func `a subtitle file is fetched while all threads are busy`() async throws {
        await #expect(processExitsWith: .success) {
            alarm(40)
            let server = try await MediaServer(folder: Samples.directory.path)
            let uri = server.address(of: "subtitles.srt")
            let bytes = Self.whileTasksAreBusy {
                let answer = Mutex<Result<[UInt8], PlayerError>?>(nil)
                let isOver = DispatchSemaphore(value: 0)
                let file = RemoteFile(
                    uri: uri, access: NetworkAccess(), limit: 1 << 20,
                    excess: PlayerError(.malformed, "It is too long"), queue: DispatchQueue(label: "test")
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
    func `a served medium is played while all threads are busy`(_ path: String, _ areStanding: Bool)
        async throws
    {
        await #expect(processExitsWith: .success) { [path, areStanding] in
            alarm(50)
            let manifest = try Repository.text("media/dash/timeline.mpd")
            let server = try await MediaServer(
                folder: Samples.directory.path, plan: FaultPlan(documents: ["dash/film": manifest]))
            let uri = server.address(of: path)
            let snapshot = Self.whileTasksAreBusy(areStanding) {
                let player = Player(configuration: .virtual(VirtualClock()))
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

    /// Of the tests themselves.
    @Test(.inTurn) func `a late answer on busy threads counts as an answer`() async throws {
        await #expect(processExitsWith: .success) {
            alarm(40)
            let ledger = Ledger()
            let answer = AsyncStream<Void>.makeStream()
            ledger.ask("something") {
                for await _ in answer.stream {}
                // Like one that is told of in turn, by several.
                for _ in 0..<100 { await Task.yield() }
            }
            let wait = Task { await ledger.settles(within: .milliseconds(300)) }
            try await Task.sleep(for: .milliseconds(100))
            Self.whileTasksAreBusy {
                answer.continuation.finish()
                usleep(1_000_000)
            }
            #expect(await wait.value && ledger.unanswered.isEmpty)
            ledger.ask("nothing") { try? await Task.sleep(for: .seconds(60)) }
            #expect(await !ledger.settles(within: .milliseconds(300)))
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
        defer { hogs.release() }
        return work()
    }
}

/// Tasks that hold their threads, at work or not.
private final class Hogs: Sendable {
    private let isOver = Atomic(false)
    private let areStanding: Bool
    private let end = DispatchSemaphore(value: 0)
    private let beginning = DispatchSemaphore(value: 0)

    init(_ areStanding: Bool) { self.areStanding = areStanding }

    private var threads: Int { ProcessInfo.processInfo.activeProcessorCount }

    /// All threads are held when this returns; what else there is stands before whatever is to be carried out now.
    func begin() {
        for priority in [TaskPriority.high, .medium] {
            for _ in 0..<(2 * threads) { Task.detached(priority: priority) { self.hold() } }
        }
        for _ in 0..<threads { beginning.wait() }
    }

    private func hold() {
        beginning.signal()
        if areStanding {
            end.wait()
        } else {
            while !isOver.load(ordering: .relaxed) {}
        }
    }

    func release() {
        isOver.store(true, ordering: .relaxed)
        for _ in 0..<(4 * threads) { end.signal() }
    }
}
