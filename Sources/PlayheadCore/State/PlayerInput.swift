/// An input of the reducer, as a value: everything that can change a player.
package enum PlayerInput: Sendable, Equatable {
    case command(Command)
    /// A report of the pipeline of a load. The reducer drops reports of earlier loads.
    case pipeline(PipelineEvent, LoadID)
    case expired(Deadline)
}

/// The number of a pipeline of a player; it identifies late reports.
package struct LoadID: Sendable, Hashable, Comparable {
    package var number: Int = 0
    package init(number: Int = 0) { self.number = number }
    package var next: LoadID { LoadID(number: number &+ 1) }
    package static func < (left: LoadID, right: LoadID) -> Bool { left.number < right.number }
}

/// A running time limit. It is comparable, because actions for several limits need an order.
package enum Deadline: Sendable, Hashable, Comparable {
    case load(LoadID)
    case seek(LoadID, serial: Int)
    case step(LoadID, serial: Int)
    case stall(LoadID)
    /// The limit of the wait for another target after the keyframe of a preview is shown.
    case settle(LoadID, serial: Int, after: Duration)
    /// The time after which missing media is a stall.
    case moment(LoadID)
}

/// The time of an input, and the media that had reached the outputs by then.
package struct Moment: Sendable, Equatable {
    /// The time on the player's clock since an arbitrary zero.
    package var now: Duration
    /// The end of the media that has reached the outputs; positions are not extrapolated beyond it.
    package var limit: Duration?

    package init(now: Duration, limit: Duration? = nil) {
        self.now = now
        self.limit = limit
    }
}
