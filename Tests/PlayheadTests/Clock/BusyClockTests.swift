import Dispatch
import Foundation
import NIOCore
import NIOPosix
import Playhead
import PlayheadServer
import Synchronization
import Testing

@testable import PlayheadCore
@testable import TestBasics
@testable import TestSupport

/// A clock beside a delay that players may be waiting for, while a thread of theirs is at work.
@Suite(.timeLimit(.minutes(1)))
struct BusyClockTests {
    private final class Pipeline: Sendable {
        let isReady = Atomic(false)
        let readyAt = Mutex<Duration?>(nil)
    }

    /// Work that takes this process so much of a processor's time: far less than a clock's patience.
    private static func work(for time: Duration) {
        let end = clock() + clock_t(time / .seconds(1) * Double(CLOCKS_PER_SEC))
        while clock() < end {}
    }

    /// In a process of its own, in which no other clock is driven.
    @Test(.inTurn) func `no delay ends while a thread of a pipeline is at work`() async throws {
        await #expect(processExitsWith: .success) {
            let clock = VirtualClock()
            let pipeline = Pipeline()
            clock.join(pipeline) {
                ParticipantState(
                    reason: pipeline.isReady.load(ordering: .relaxed) ? nil : "a film is being opened")
            }
            DecoderThread.detach {
                Self.work(for: .milliseconds(200))
                pipeline.readyAt.withLock { $0 = clock.now.offset }
                pipeline.isReady.store(true, ordering: .relaxed)
                clock.leave(pipeline)
            }
            clock.beginWork()
            try await clock.delayWork(for: .seconds(3600))
            clock.endWork()
            #expect(pipeline.readyAt.withLock { $0 } == .zero && clock.now.offset == .seconds(3600))
        }
    }

    /// What a server sends is read by a thread that a busy machine lets run late. In a process of its own, whose tasks nobody keeps waiting.
    @Test(.inTurn) func `sent data arrive before the virtual time advances`() async throws {
        await #expect(processExitsWith: .success) {
            ServerLoops.attend()
            let clock = VirtualClock()
            let arrivals = Mutex<[Duration]>([])
            clock.beginWork()
            // Somebody who keeps the clock going meanwhile, as outputs do.
            let others = Task {
                for second in 1...20 { try await clock.sleep(until: .init(offset: .seconds(second))) }
            }
            for _ in 0..<3 {
                let begun = ContinuousClock.now
                MultiThreadedEventLoopGroup.singleton.next().execute {
                    while begun.duration(to: .now) < .milliseconds(100) {}
                    arrivals.withLock { $0.append(clock.now.offset) }
                }
                try await clock.delayWork(for: .seconds(10))
            }
            clock.endWork()
            try await others.value
            #expect(arrivals.withLock { $0 } == [.zero, .seconds(10), .seconds(20)])
        }
    }

    /// Both wait for a pipeline that is not ready; only one knows that it waits for servers, none of which does anything more.
    @Test func `a clock advances at once when only its own servers are awaited`() async {
        let (one, other) = (VirtualClock(), VirtualClock())
        one.join(one) { ParticipantState(reason: "a film is being opened", supply: .servers) }
        one.beginWork()
        let halt = Task { await one.haltWork() }
        // Its patience is not tried before that, however long a busy machine took.
        other.join(other) { ParticipantState(reason: "a film is being opened", supply: .others) }
        // Told by the clocks themselves: tasks that wake may come in another order.
        let (arrivals, arrival) = AsyncStream.makeStream(of: Bool.self)
        let timers = [one, other].map { clock in
            VirtualTime(clock: clock).schedule(after: .seconds(30)) { arrival.yield(clock === one) }
        }
        #expect(await arrivals.first { _ in true } == true)
        for timer in timers { timer.cancel() }
        halt.cancel()
        await halt.value
        // Who halted is at work again.
        #expect(one.waitsFor == "something is being carried out")
        one.endWork()
        for clock in [one, other] { clock.leave(clock) }
    }

    @Test func `a request to a foreign server delays the advance of a clock`() async {
        let clock = VirtualClock()
        clock.join(clock) { ParticipantState(reason: "a film is being opened", supply: .servers) }
        clock.open(port: 80)
        let time = VirtualTime(clock: clock)
        let own = time.expectAnswer(from: "127.0.0.1", port: 80)
        let (arrivals, arrival) = AsyncStream.makeStream(of: Int.self)
        let first = time.schedule(after: .seconds(1)) { arrival.yield(1) }
        #expect(await arrivals.first { _ in true } == 1)
        let foreign = time.expectAnswer(from: nil, port: 80)
        let begin = ContinuousClock.now
        let second = time.schedule(after: .seconds(1)) { arrival.yield(2) }
        #expect(await arrivals.first { _ in true } == 2)
        #expect(begin.duration(to: .now) >= .seconds(4))
        for timer in [first, second] { timer.cancel() }
        for answer in [own, foreign] { answer.end() }
        clock.leave(clock)
    }

    /// Calls when something has come.
    private final class Receiver: ChannelInboundHandler, Sendable {
        typealias InboundIn = AddressedEnvelope<ByteBuffer>
        private let received: @Sendable () -> Void
        init(_ received: @escaping @Sendable () -> Void) { self.received = received }
        func channelRead(context: ChannelHandlerContext, data: NIOAny) { received() }
    }

    /// Tasks that follow each other, between which an event loop does not look at its sockets.
    private static func occupy(_ loop: any EventLoop, times: Int) {
        Thread.sleep(forTimeInterval: 0.02)
        if times > 1 { loop.execute { occupy(loop, times: times - 1) } }
    }

    /// In a process of its own, whose event loops do nothing else.
    @Test(.inTurn) func `data in a socket are read before the virtual time advances`() async throws {
        await #expect(processExitsWith: .success) {
            ServerLoops.attend()
            let clock = VirtualClock()
            let arrival = Mutex<Duration?>(nil)
            let loop = MultiThreadedEventLoopGroup.singleton.next()
            let socket = try await DatagramBootstrap(group: loop)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(
                            Receiver { arrival.withLock { $0 = clock.now.offset } })
                    }
                }
                .bind(host: "127.0.0.1", port: 0).get()
            let address = try #require(socket.localAddress)
            clock.beginWork()
            try await loop.submit {
                let letter = AddressedEnvelope(remoteAddress: address, data: ByteBuffer(bytes: [0]))
                socket.writeAndFlush(letter, promise: nil)
                Self.occupy(loop, times: 20)
            }.get()
            try await clock.delayWork(for: .seconds(10))
            clock.endWork()
            #expect(arrival.withLock { $0 } == .zero)
            try await socket.close()
        }
    }
}
