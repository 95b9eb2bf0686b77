/// The media that normal playback has covered, without jumps. A media time is due when playback crosses it
/// (contract 3.8).
package struct Passage: Sendable, Equatable {
    /// The last added interval.
    private(set) package var last = Stretch(from: .zero, through: .zero)
    /// The number of intervals, to distinguish two equal ones.
    private(set) package var number = 0
    /// The start of the next interval.
    private(set) var mark: Duration = .zero
    /// Whether playback has stopped and its final position is not reported yet; nil for false.
    private(set) var isSettling: Bool?

    package init() {}

    /// A passage from its values.
    init(last: Stretch, number: Int, mark: Duration, isSettling: Bool?) {
        self.last = last
        self.number = number
        self.mark = mark
        self.isSettling = isSettling
    }

    /// Adds playback without a jump; movement against its direction is ignored.
    mutating func advance(through position: Duration, backwards: Bool) {
        guard backwards ? position < mark : position > mark else { return }
        last = Stretch(from: mark, through: position)
        number += 1
        (mark, isSettling) = (position, nil)
    }

    /// Playback stops near the last reported position.
    mutating func cease() { isSettling = true }

    /// Sets the final position: playback advanced slightly after it was stopped.
    mutating func settle(at position: Duration, backwards: Bool) {
        if isSettling == true { advance(through: position, backwards: backwards) }
    }

    /// Playback resumes elsewhere.
    mutating func jump(to position: Duration) { (mark, isSettling) = (position, nil) }
}

/// An interval of normal playback. In either direction, it excludes its start and includes its end.
package struct Stretch: Sendable, Equatable {
    package var from: Duration
    package var through: Duration
    package var isBackwards: Bool { through < from }

    package init(from: Duration, through: Duration) {
        self.from = from
        self.through = through
    }
}
