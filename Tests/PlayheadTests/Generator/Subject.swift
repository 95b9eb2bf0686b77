import Dispatch
import Playhead
import PlayheadTesting
import Synchronization

/// A player under test, with everybody who listens to it and everybody who waits for it.
final class Subject: Sendable {
    private struct State {
        var faults: [String] = []
        var wasForced = false
    }

    let player: Player
    let ledger = Ledger()
    let witnesses: Witnesses
    let audience = Audience()
    private let items: [MediaItem]
    private let state = Mutex(State())

    /// Whoever waits is answered within this, or never. Less while a list that fails is being shortened.
    @TaskLocal static var limit: Duration = .seconds(30)

    init(_ player: Player, items: [MediaItem] = Step.items) {
        self.player = player
        self.items = items
        witnesses = Witnesses(of: player)
    }

    /// What was found to be wrong.
    var faults: [String] { state.withLock(\.faults) }

    func add(_ faults: [String]) { state.withLock { $0.faults += faults } }

    /// Gives a command, or lets somebody come or go; false when the step is neither.
    func take(_ step: Step) -> Bool {
        if case .close(force: true) = step { state.withLock { $0.wasForced = true } }
        return step.command(player, ledger, items: items) || audience.take(step, player)
    }

    /// Adds a fault when somebody who asked is not answered.
    func settle(_ when: String) async -> Bool {
        let isSettled = await ledger.settles(within: Self.limit)
        if !isSettled { add(["2.3: \(when), these are not answered: \(ledger.unanswered)"]) }
        return isSettled
    }

    /// Lets everything happen that is due until all who asked are answered, and nothing is waited for. What one thread asks for may be carried
    /// out by another one that is at it, such as that of a sequence, so that a pipeline comes into being, or is told something, after the first
    /// has gone on.
    func settleDown(_ unblock: @Sendable () -> Void) async {
        let end = ContinuousClock.now + Self.limit
        repeat {
            await Task.yield()
            unblock()
        } while await !isSettled && ContinuousClock.now < end
    }

    private var isSettled: Bool {
        get async { await ledger.settles(within: .milliseconds(20)) && !player.snapshot.state.isBuffering }
    }

    /// Waits until what was asked for so far has been carried out, by whatever thread does so, and reported.
    func catchUp() async {
        for _ in 0..<2 {
            let isAnswered = await ends(within: Self.limit) { [player] in _ = await player.refreshed() }
            if !isAnswered { add(["2.3: a refresh is not answered"]) }
        }
    }

    /// At rest, the snapshot is what the pipeline says, and both what is so.
    ///
    /// - Parameters:
    ///   - truth: where the medium really stands, to a frame; nil where that is not known.
    ///   - pump: lets everything happen that is due.
    func rest(truth: Duration? = nil, pump: @Sendable () -> Void = {}) async {
        guard await settle("at rest") else { return }
        let snapshot = player.snapshot
        add(snapshot.faults)
        if snapshot.state.isBuffering { add(["1.1: at rest, the player is \(snapshot.state.name)"]) }
        // A report that came late may have let it run to the end of the frame.
        let frame = Duration.milliseconds(40)
        if let place = truth.map(snapshot.clamped), abs((snapshot.position - place) / frame) > 1 {
            add(["3.1: the medium stands at \(place), the player says \(snapshot.position)"])
        }
        var (old, refreshed) = (snapshot, await refreshed(pump))
        // The outputs of real media take one more buffer each after a pause; then they rest.
        for _ in 0..<1000 where refreshed != nil && refreshed != old {
            old = player.snapshot
            refreshed = await self.refreshed(pump)
        }
        guard let refreshed else { return add(["2.3: a refresh is not answered"]) }
        let differences = (truth == nil ? old : snapshot).differences(from: refreshed)
        if !differences.isEmpty { add(["3.1: at rest, snapshot / refreshed: \(differences)"]) }
    }

    /// What the pipeline says; nil when it does not answer.
    private func refreshed(_ pump: () -> Void) async -> PlayerSnapshot? {
        let answer = Mutex<PlayerSnapshot?>(nil)
        let refresh = Task.immediate { [player] in
            let refreshed = await player.refreshed()
            answer.withLock { $0 = refreshed }
        }
        let end = ContinuousClock.now + Self.limit
        repeat {
            pump()
        } while await !ends(within: .milliseconds(20)) { await refresh.value } && ContinuousClock.now < end
        return answer.withLock { $0 }
    }

    /// Closes the player, twice, and looks whether anything of it is left.
    func close(pump: @Sendable () -> Void = {}) async {
        for _ in 0..<2 { ledger.ask("close") { [player] in await player.close() } }
        pump()
        guard await settle("after closing") else { return }
        let count = witnesses.count
        let closed = player.snapshot
        for step in Step.vain {
            _ = take(step)
            pump()
        }
        guard await settle("closed") else { return }
        witnesses.queue.sync {}
        if witnesses.count != count { add(["2.7: observers hear something after close has returned"]) }
        if player.snapshot != closed { add(["2.8: a closed player changed"]) }
        let wasForced = state.withLock(\.wasForced)
        let haveEnded = await ends(within: Self.limit) { [self] in
            add(await witnesses.testimony().faults(isWhole: !wasForced))
            if !wasForced { add(await audience.faults(among: witnesses.main.events)) }
        }
        if !haveEnded { add(["3.6: a sequence does not end when the player is closed"]) }
    }
}

extension Step {
    /// Everything that a closed player ignores.
    fileprivate static let vain: [Step] = [
        .load(0, autoplay: true), .play, .pause, .toggle, .stop, .reset, .retry, .seek(1000), .skip(1000),
        .askSeek(1000, aim: 0), .askSkip(1000), .askRefresh, .frames(1), .askFrames(-1), .mute(true),
        .volume(30), .speed(200),
        .aspect(1),
        .close(force: false), .addObserver(0), .observe(0), .listen(0),
    ]
}
