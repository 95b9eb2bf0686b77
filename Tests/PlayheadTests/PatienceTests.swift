import Testing

@testable import Playhead

/// How long a virtual clock waits for those who are not ready, counted in looks.
struct PatienceTests {
    /// Looks at one world after another, each five milliseconds after the one before.
    private struct Observer {
        var world = Patience.World(
            progress: 0, answers: 0, isDelayed: false, isAtWork: false, isHalted: false, isAlone: true)
        var isAnyAtWork = false
        var look: Duration = .milliseconds(5)
        private var now = ContinuousClock.now
        private var patience: Patience

        init() {
            patience = Patience(from: now)
            // The world itself is news at first.
            _ = patience.reason(in: world, at: now) { false }
        }

        /// How many looks it takes until the clock may move, and why.
        mutating func looks(atMost most: Int = 4000) -> (count: Int, reason: Patience.Reason?) {
            for count in 1...most {
                now += look
                let isAnyAtWork = isAnyAtWork
                if let reason = patience.reason(in: world, at: now, isAnyAtWork: { isAnyAtWork }) {
                    return (count, reason)
                }
            }
            return (most, nil)
        }
    }

    /// A look that sees somebody halted for the first time begins anew.
    @Test(arguments: [(false, false, 800), (true, false, 3200), (false, true, 201), (true, true, 801)])
    func `it lasts four seconds, or one with who will never go on, and longer while threads are at work`(
        isAnyAtWork: Bool, isHalted: Bool, count: Int
    ) {
        var observer = Observer()
        (observer.isAnyAtWork, observer.world.isHalted) = (isAnyAtWork, isHalted)
        #expect(observer.looks() == (count, .impatience))
        // Until something happens there is none.
        #expect(observer.looks() == (1, .impatience))
    }

    @Test(arguments: [(false, false, 20), (true, false, 80), (false, true, 20), (true, true, 20)])
    func `once it was lost a tenth of a second is enough, whoever is at work beside who will never go on`(
        isAnyAtWork: Bool, isHalted: Bool, count: Int
    ) {
        var observer = Observer()
        (observer.isAnyAtWork, observer.world.isHalted) = (isAnyAtWork, isHalted)
        _ = observer.looks()
        for _ in 1...3 {
            observer.world.progress += 1
            // The look that sees that something has happened begins anew.
            #expect(observer.looks() == (count + 1, .impatience))
        }
    }

    @Test(arguments: [(false, 200), (true, 800)])
    func `what has come from a server since has a second, and threads at work more`(
        isAnyAtWork: Bool, count: Int
    ) {
        var observer = Observer()
        (observer.isAnyAtWork, observer.world.isHalted) = (isAnyAtWork, true)
        _ = observer.looks()
        (observer.world.progress, observer.world.answers) = (1, 1)
        #expect(observer.looks() == (count + 1, .impatience))
        observer.world.progress += 1
        #expect(observer.looks() == (21, .impatience))
    }

    @Test(arguments: [(false, 800), (true, 3200)])
    func `what was lost with who will never go on is there again when he is gone`(
        isAnyAtWork: Bool, count: Int
    ) {
        var observer = Observer()
        (observer.isAnyAtWork, observer.world.isHalted) = (isAnyAtWork, true)
        _ = observer.looks()
        (observer.world.progress, observer.world.isHalted) = (1, false)
        #expect(observer.looks() == (count + 1, .impatience))
        (observer.world.progress, observer.world.isHalted) = (2, true)
        #expect(observer.looks() == (21, .impatience))
    }

    @Test(arguments: [(false, 800), (true, 3200)])
    func `who is known to be at work is waited for, though patience was lost with another one`(
        isAnyAtWork: Bool, count: Int
    ) {
        var observer = Observer()
        (observer.isAnyAtWork, observer.world.isHalted) = (isAnyAtWork, true)
        _ = observer.looks()
        observer.world.isAtWork = true
        // The look that sees him begins anew.
        #expect(observer.looks() == (count + 1, .impatience))
        observer.world.progress += 1
        #expect(observer.looks() == (isAnyAtWork ? 81 : 21, .impatience))
        (observer.world.progress, observer.world.isAtWork) = (2, false)
        #expect(observer.looks() == (21, .impatience))
    }

    @Test func `what was waited for others is not held against who has just begun to work`() {
        var observer = Observer()
        #expect(observer.looks(atMost: 799).reason == nil)
        observer.world.isAtWork = true
        #expect(observer.looks() == (801, .impatience))
        // With pipelines there is all patience still.
        (observer.world.progress, observer.world.isAtWork) = (1, false)
        #expect(observer.looks() == (801, .impatience))
    }

    @Test func `a look that takes long, because others have the processors, counts as ten milliseconds`() {
        var observer = Observer()
        observer.look = .milliseconds(60)
        #expect(observer.looks() == (400, .impatience))
    }

    @Test(arguments: [(false, true, 5), (false, false, 5), (true, false, 20)])
    func `a delay takes five looks at nobody, or twenty at threads that may be another clock's`(
        isAnyAtWork: Bool, isAlone: Bool, count: Int
    ) {
        var observer = Observer()
        observer.world.isDelayed = true
        (observer.isAnyAtWork, observer.world.isAlone) = (isAnyAtWork, isAlone)
        #expect(observer.looks() == (count, .delay))
        #expect(observer.looks() == (count, .delay))
    }

    @Test func `a delay waits for threads that can only be this clock's`() {
        var observer = Observer()
        observer.world.isDelayed = true
        observer.isAnyAtWork = true
        #expect(observer.looks() == (3200, .impatience))
    }
}
