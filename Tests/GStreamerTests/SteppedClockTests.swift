import Dispatch
import GStreamer
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct SteppedClockTests {
    private let clock = SteppedClock()
    private let ended = DispatchSemaphore(value: 0)

    /// Ten buffers of a tenth of a second for an output that waits for the clock.
    private func pipeline() throws -> Element {
        try #require(Runtime.startFault == nil)
        let pipeline = try Element.pipeline(
            described: """
                audiotestsrc num-buffers=10 samplesperbuffer=4410 ! audio/x-raw,rate=44100
                ! fakesink sync=true
                """)
        pipeline.use(clock)
        pipeline.onMessage { [ended] in if case .endOfStream = $0 { ended.signal() } }
        return pipeline
    }

    @Test func `whoever begins to wait can be released before it sleeps`() throws {
        let instants = Mutex<[Duration]>([])
        clock.onWait { [clock] in
            guard let due = clock.nextDue else { return }
            instants.withLock { $0.append(due) }
            clock.move(to: due)
            clock.releaseNext()
        }
        let pipeline = try pipeline()
        pipeline.setState(.playing)
        ended.wait()
        pipeline.setState(.null)
        #expect(instants.withLock { $0 } == (0...10).map { .milliseconds($0 * 100) })
        #expect(clock.now == .seconds(1))
    }

    @Test func `nobody goes on before its time, or unasked`() throws {
        let waits = DispatchSemaphore(value: 0)
        clock.onWait { waits.signal() }
        let pipeline = try pipeline()
        pipeline.setState(.playing)
        waits.wait()
        #expect(clock.waiting == 1 && clock.nextDue == .zero)
        clock.releaseNext()
        waits.wait()
        #expect(clock.nextDue == .milliseconds(100))
        clock.move(to: .milliseconds(99))
        clock.releaseNext()
        #expect(clock.waiting == 1)
        clock.move(to: .milliseconds(100))
        clock.releaseNext()
        waits.wait()
        #expect(clock.nextDue == .milliseconds(200))
        pipeline.setState(.null)
        #expect(clock.waiting == 0 && clock.nextDue == nil)
    }

    @Test func `a clock does not go back`() {
        clock.move(to: .seconds(2))
        clock.move(to: .seconds(1))
        #expect(clock.now == .seconds(2))
    }
}
