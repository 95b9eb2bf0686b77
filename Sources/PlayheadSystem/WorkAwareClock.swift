/// A clock that does not advance while a registered participant is at work.
package protocol WorkAwareClock: Clock<Duration> {
    /// Begins work of a participant. The clock does not advance until `endWork()`.
    func beginWork()
    func endWork()

    /// Suspends the work of a participant for a duration.
    ///
    /// The clock may advance meanwhile, even if the clients of the participant are not ready. It stops again
    /// when this function returns or throws. It throws when the task is cancelled.
    func delayWork(for duration: Duration) async throws

    /// Suspends the work of a participant until the task is cancelled. The clock then does not wait for the
    /// clients of the participant, because no data will come.
    func haltWork() async

    /// Registers the port of a server of this process that runs on this clock, until `close(port:)`. A
    /// response of such a server comes immediately, or after a delay that the clock knows.
    func open(port: Int)
    func close(port: Int)

    /// Reports that such a server has begun to handle a request from a port of this machine.
    func take(requestFrom port: Int)
}
