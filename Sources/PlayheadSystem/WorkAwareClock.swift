/// A clock that does not move while somebody is at work.
package protocol WorkAwareClock: Clock<Duration> {
    /// Somebody begins to work: the clock stands still until he ends.
    func beginWork()
    func endWork()

    /// Lets somebody who is at work wait. The clock may move meanwhile, also when those whom he keeps waiting are not ready for it;
    /// it stands still again when this returns or throws, which it does when the task is cancelled.
    func delayWork(for duration: Duration) async throws

    /// Lets somebody who is at work wait until the task is cancelled: those whom he keeps waiting wait for nothing, and the clock knows.
    func haltWork() async

    /// A server of this process answers at a port on this clock, until it is closed: what comes from it comes at once, or where somebody who is
    /// at work waits.
    func open(port: Int)
    func close(port: Int)

    /// Such a server is at work on the request that has come from a port of this machine.
    func take(requestFrom port: Int)
}
