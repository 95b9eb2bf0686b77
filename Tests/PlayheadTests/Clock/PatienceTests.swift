import Testing

@testable import Playhead

/// How long a virtual clock waits in real time for those who are not ready, counted in looks.
struct PatienceTests {
    /// Looks at one world after another, each five milliseconds after the one before.
    private struct Observer {
        var world: Patience.World
        var look: Duration = .milliseconds(5)
        private var now = ContinuousClock.now
        private var patience: Patience

        init(_ cause: Patience.Cause) {
            world = Patience.World(progress: 0, answers: 0, cause: cause)
            patience = Patience(from: now)
            // The world itself is news at first.
            _ = patience.reason(in: world, at: now)
        }

        /// How many looks it takes until the clock may move, and why.
        mutating func looks(atMost most: Int = 4000) -> (count: Int, reason: Patience.Reason?) {
            for count in 1...most {
                now += look
                if let reason = patience.reason(in: world, at: now) { return (count, reason) }
            }
            return (most, nil)
        }
    }

    @Test(arguments: [(Patience.Cause.others, 800), (.work, 2000)])
    func `it lasts four seconds with others, and ten with this process`(cause: Patience.Cause, count: Int) {
        var observer = Observer(cause)
        #expect(observer.looks() == (count, .impatience))
        // Until something happens there is none.
        #expect(observer.looks() == (1, .impatience))
    }

    @Test(arguments: [Patience.Cause.others, .work])
    func `once it was lost a tenth of a second is enough`(cause: Patience.Cause) {
        var observer = Observer(cause)
        _ = observer.looks()
        for _ in 1...3 {
            observer.world.progress += 1
            // The look that sees that something has happened begins anew.
            #expect(observer.looks() == (21, .impatience))
        }
    }

    @Test func `what has come from a server since has a second`() {
        var observer = Observer(.others)
        _ = observer.looks()
        (observer.world.progress, observer.world.answers) = (1, 1)
        #expect(observer.looks() == (201, .impatience))
        observer.world.progress += 1
        #expect(observer.looks() == (21, .impatience))
    }

    @Test func `what was waited for others is not held against this process`() {
        var observer = Observer(.others)
        #expect(observer.looks(atMost: 799).reason == nil)
        observer.world.cause = .work
        #expect(observer.looks() == (2001, .impatience))
        (observer.world.progress, observer.world.cause) = (1, .others)
        #expect(observer.looks() == (801, .impatience))
    }

    @Test func `a look that takes long, because others have the processors, counts as ten milliseconds`() {
        var observer = Observer(.others)
        observer.look = .milliseconds(60)
        #expect(observer.looks() == (400, .impatience))
    }

    @Test func `a delay is what is waited for where others have said nothing for a quarter of a second`() {
        var observer = Observer(.others)
        observer.world.isDelayed = true
        #expect(observer.looks() == (50, .delay))
        observer.world.progress += 1
        #expect(observer.looks() == (51, .delay))
    }

    @Test func `no delay is what this process waits for while it is at work`() {
        var observer = Observer(.work)
        observer.world.isDelayed = true
        #expect(observer.looks() == (2000, .impatience))
    }
}
