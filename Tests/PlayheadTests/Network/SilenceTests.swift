import Foundation
import Glibc
import NIOCore
import NIOPosix
import Playhead
import PlayheadLoops
import PlayheadServer
import PlayheadTesting
import Synchronization
import Testing

@testable import PlayheadCore
@testable import PlayheadNetwork
@testable import TestBasics
@testable import TestSupport

/// A server that does not answer.
@Suite(.timeLimit(.minutes(1)))
struct SilenceTests {
    /// Who noticed it on the clock's thread is not who asked. In a process of its own, whose event loops do nothing else.
    @Test(.inTurn) func `a silent server is reported before the virtual time advances further`() async throws
    {
        await #expect(processExitsWith: .success) {
            // Whatever hangs, this process does not.
            alarm(40)
            let clock = VirtualClock()
            let rule = FaultRule("**", .stall(at: .bytes(0)))
            let server = try await MediaServer(
                folder: Samples.directory.path, plan: FaultPlan(rules: [rule]), clock: clock)
            let uri = server.address(of: "tone.wav")
            var order = LoadOrder(uri: uri)
            order.time = VirtualTime(clock: clock)
            let loop = MultiThreadedEventLoopGroup.singleton.next()
            let fetcher = try Fetcher(order, home: try #require(HTTPURL(uri)))
            let silence = order.recovery.idleTimeout
            let work = Work(order.time)
            work.begin()
            // Somebody for whom the clock would move, and who is not ready.
            clock.join(clock) { ParticipantState(reason: "a film is being opened", supply: .servers) }
            _ = clock.schedule(at: silence * 2) {}
            // The clock does not go on meanwhile.
            let isLate = Mutex(false)
            _ = clock.schedule(at: silence) {
                loop.execute {
                    Thread.sleep(forTimeInterval: 0.8)
                    isLate.withLock { $0 = true }
                }
            }
            // Where a loader asks: there it is known when it is known.
            let (fault, known) = await Task(executorPreference: LoopExecutor(loop)) {
                (await Self.fault(of: uri, from: fetcher, work), clock.now.offset)
            }.value
            #expect(fault?.kind == .silent && known == silence)
            let wasLate = isLate.withLock { $0 }
            #expect(wasLate)
            clock.leave(clock)
            fetcher.close()
            await server.close()
        }
    }

    /// What comes of asking for something; nil where that is an answer.
    private static func fault(
        of uri: String, from fetcher: Fetcher, _ work: Work
    ) async -> FetchFault? {
        defer { work.end() }
        let taker = ResponseTaker { _ in
            true
        } body: { _ in
        }
        do {
            _ = try await fetcher.fetch(uri, from: nil, for: taker, work: work)
            return nil
        } catch {
            return error
        }
    }
}
