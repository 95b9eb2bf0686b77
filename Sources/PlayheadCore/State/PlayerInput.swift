/// Everything that can change a player, as a value.
package enum PlayerInput: Sendable, Equatable {
    case command(Command)
    /// A report from the pipeline of one load; a report from an earlier load is dropped by the reducer.
    case pipeline(PipelineEvent, LoadID)
    case expired(Deadline)
}

/// Numbers the pipelines of a player, so that a late report of an old one is known for what it is.
package struct LoadID: Sendable, Hashable, Comparable {
    package var number: Int = 0
    package init(number: Int = 0) { self.number = number }
    package var next: LoadID { LoadID(number: number &+ 1) }
    package static func < (left: LoadID, right: LoadID) -> Bool { left.number < right.number }
}

/// A time limit that is running. Comparable, because what is done for several has to have an order.
package enum Deadline: Sendable, Hashable, Comparable {
    case load(LoadID)
    case seek(LoadID, serial: Int)
    case step(LoadID, serial: Int)
    case stall(LoadID)
    /// Another target may follow the one whose keyframe is shown.
    case settle(LoadID, serial: Int, after: Duration)
    /// Playback that stands still for want of media is called a stall.
    case moment(LoadID)
}

/// When an input takes effect, and how far the outputs had been fed by then.
package struct Moment: Sendable, Equatable {
    /// Time since an arbitrary zero, on the player's clock.
    package var now: Duration
    /// Where the media ends that has reached the outputs; positions are not extrapolated beyond it.
    package var limit: Duration?

    package init(now: Duration, limit: Duration? = nil) {
        self.now = now
        self.limit = limit
    }
}
