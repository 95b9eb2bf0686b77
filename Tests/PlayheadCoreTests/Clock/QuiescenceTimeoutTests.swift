import Testing

@testable import PlayheadCore

/// How long a virtual clock waits in real time for those who are not ready, counted in looks.
struct QuiescenceTimeoutTests {
    /// Looks at one world after another, each five milliseconds after the one before.
    private struct Observer {
        var world: QuiescenceTimeout.World
        var look: Duration = .milliseconds(5)
        private var now = ContinuousClock.now
        private var patience: QuiescenceTimeout

        init(_ cause: QuiescenceTimeout.Cause) {
            world = QuiescenceTimeout.World(progress: 0, answers: 0, cause: cause)
            patience = QuiescenceTimeout(from: now)
            // The world itself is news at first.
            _ = patience.reason(in: world, at: now)
        }

        /// How many looks it takes until the clock may move, and why.
        mutating func looks(atMost most: Int = 4000) -> (count: Int, reason: QuiescenceTimeout.Reason?) {
            for count in 1...most {
                now += look
                if let reason = patience.reason(in: world, at: now) { return (count, reason) }
            }
            return (most, nil)
        }
    }

    @Test(arguments: [(QuiescenceTimeout.Cause.others, 800), (.work, 2000)])
    func `patience lasts 4 s for other processes, and 10 s for work of this process`(
        cause: QuiescenceTimeout.Cause, count: Int
    ) {
        var observer = Observer(cause)
        #expect(observer.looks() == (count, .impatience))
        // Until something happens there is none.
        #expect(observer.looks() == (1, .impatience))
    }

    @Test(arguments: [QuiescenceTimeout.Cause.others, .work])
    func `patience lasts 0.1 s after its first loss`(cause: QuiescenceTimeout.Cause) {
        var observer = Observer(cause)
        _ = observer.looks()
        for _ in 1...3 {
            observer.world.progress += 1
            // The look that sees that something has happened begins anew.
            #expect(observer.looks() == (21, .impatience))
        }
    }

    @Test func `patience lasts 1 s after a new answer of a server`() {
        var observer = Observer(.others)
        _ = observer.looks()
        (observer.world.progress, observer.world.answers) = (1, 1)
        #expect(observer.looks() == (201, .impatience))
        observer.world.progress += 1
        #expect(observer.looks() == (21, .impatience))
    }

    @Test func `time spent on other processes does not shorten the patience for this process`() {
        var observer = Observer(.others)
        #expect(observer.looks(atMost: 799).reason == nil)
        observer.world.cause = .work
        #expect(observer.looks() == (2001, .impatience))
        (observer.world.progress, observer.world.cause) = (1, .others)
        #expect(observer.looks() == (801, .impatience))
    }

    @Test func `a late look on a busy machine counts as 10 ms`() {
        var observer = Observer(.others)
        observer.look = .milliseconds(60)
        #expect(observer.looks() == (400, .impatience))
    }

    @Test func `silence of 0.25 s during a delay ends the wait for other processes`() {
        var observer = Observer(.others)
        observer.world.isDelayed = true
        #expect(observer.looks() == (50, .delay))
        observer.world.progress += 1
        #expect(observer.looks() == (51, .delay))
    }

    @Test func `a delay does not shorten the wait for work of this process`() {
        var observer = Observer(.work)
        observer.world.isDelayed = true
        #expect(observer.looks() == (2000, .impatience))
    }
}
