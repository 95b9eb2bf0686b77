internal import GStreamer
internal import PlayheadCore
internal import Synchronization

extension SinkBranch {
    /// A decoded stream that replaces the one that feeds the branch.
    struct Feed: Sendable {
        var pad: Pad
        var onTaken: @Sendable () -> Void
    }

    /// Feeds the branch from another decoded stream from the next flush on. The current stream then goes to
    /// the sink that drains the other one.
    func awaitFeed(_ feed: Feed) {
        pitch.withLock { $0.next = $0.joint?.feed === feed.pad ? nil : feed }
    }

    /// The decoded stream that fed the output, if the decoder has removed it.
    var endedFeed: Pad? { pitch.withLock { $0.joint.flatMap { $0.feed.peer == nil ? $0.feed : nil } } }

    /// Continues a stream that has ended with another decoded stream. Called before any data of it passes.
    /// Returns false if the stream does not fit the output.
    func continueFeed(with pad: Pad) -> Bool {
        let isLinked = pitch.withLock { pitch in
            pitch.dropKeepers(unfitFor: pad)
            guard let joint = pitch.joint else { return false }
            if pitch.keepers.isEmpty { joint.feed.unlink(from: joint.entry) }
            let isLinked = pad.link(to: pitch.keepers.first?.pad("sink") ?? joint.entry)
            if isLinked { pitch.joint?.feed = pad }
            return isLinked
        }
        if isLinked {
            passed.withLock { $0.feed = nil }
            followSpeed()
        }
        return isLinked
    }

    /// Whether the data of a pad goes to the output.
    func isFed(by feed: ObjectIdentifier) -> Bool { passed.withLock { $0.feed == feed } }

    /// Called on the thread that flushes, between the flush and the data behind it. Neither stream passes
    /// data then.
    func takeAwaitedFeed() {
        let taken = pitch.withLock { pitch -> Feed? in
            guard let next = pitch.next, let joint = pitch.joint, let other = next.pad.peer else {
                return nil
            }
            pitch.next = nil
            pitch.dropKeepers(unfitFor: next.pad)
            let entry = pitch.keepers.first?.pad("sink") ?? joint.entry
            joint.feed.unlink(from: entry)
            next.pad.unlink(from: other)
            next.pad.link(to: entry)
            joint.feed.link(to: other)
            pitch.joint?.feed = next.pad
            return next
        }
        guard let taken else { return }
        let ledger = kind == .video ? DecodeOrderLog(decoding: taken.pad) : nil
        passed.withLock {
            $0.feed = ObjectIdentifier(taken.pad)
            $0.ledger = ledger
        }
        taken.onTaken()
    }
}
