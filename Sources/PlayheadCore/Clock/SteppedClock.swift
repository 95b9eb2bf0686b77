/// A clock that moves only by ``move(to:)``, and knows which outputs wait for it.
package protocol SteppedClock: AnyObject, Sendable {
    /// The time that it shows.
    var now: Duration { get }
    /// How many outputs wait for it.
    var waiting: Int { get }
    /// When the first of the outputs that wait is due; nil when none waits.
    var nextDue: Duration? { get }
    /// Moves it forward. No output that waits is released by that.
    func move(to time: Duration)
    /// Releases the first of the outputs that are due.
    func releaseNext()
    /// Waits until at least `count` outputs wait for it; false where they do not within the limit, in real time.
    func isAwaited(by count: Int, within limit: Duration) -> Bool
}
