/// A clock that moves only by ``move(to:)`` and knows the waiting outputs.
package protocol SteppedClock: AnyObject, Sendable {
    /// The current time.
    var now: Duration { get }
    /// The number of waiting outputs.
    var waiting: Int { get }
    /// The time of the first waiting output; nil without one.
    var nextDue: Duration? { get }
    /// Moves the clock forward without releasing outputs.
    func move(to time: Duration)
    /// Releases the first due output.
    func releaseNext()
    /// Waits until at least `count` outputs wait; false if the limit of real time passes first.
    func isAwaited(by count: Int, within limit: Duration) -> Bool
}
