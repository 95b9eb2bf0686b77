/// How far normal playback has come, without jumps: what is due at media times is due because it was come by (contract 3.8).
package struct Passage: Sendable, Equatable {
    /// The stretch that was added last.
    private(set) package var last = Stretch(from: .zero, through: .zero)
    /// Counts stretches, so that two equal ones are told apart.
    private(set) package var number = 0
    /// Where the next stretch begins.
    private(set) var mark: Duration = .zero
    /// Whether playback has ceased, and it was not told yet where; nil for false.
    private(set) var isSettling: Bool?

    package init() {}

    /// A passage from its values.
    init(last: Stretch, number: Int, mark: Duration, isSettling: Bool?) {
        self.last = last
        self.number = number
        self.mark = mark
        self.isSettling = isSettling
    }

    /// Playback went on without a jump; what does not lead on in its direction is nothing new.
    mutating func advance(through position: Duration, backwards: Bool) {
        guard backwards ? position < mark : position > mark else { return }
        last = Stretch(from: mark, through: position)
        number += 1
        (mark, isSettling) = (position, nil)
    }

    /// Playback ceases, about where it was last said to be.
    mutating func cease() { isSettling = true }

    /// Playback has ceased here: it went on a little after it was told to cease.
    mutating func settle(at position: Duration, backwards: Bool) {
        if isSettling == true { advance(through: position, backwards: backwards) }
    }

    /// Playback goes on from elsewhere.
    mutating func jump(to position: Duration) { (mark, isSettling) = (position, nil) }
}

/// A stretch of normal playback. Its beginning does not belong to it, its end does, in either direction.
package struct Stretch: Sendable, Equatable {
    package var from: Duration
    package var through: Duration
    package var isBackwards: Bool { through < from }

    package init(from: Duration, through: Duration) {
        self.from = from
        self.through = through
    }
}
