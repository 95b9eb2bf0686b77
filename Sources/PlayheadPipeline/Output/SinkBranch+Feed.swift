internal import GStreamer
internal import PlayheadCore
internal import Synchronization

extension SinkBranch {
    /// A decoded stream that is to be presented in place of another.
    struct Feed: Sendable {
        var pad: Pad
        var onTaken: @Sendable () -> Void
    }

    /// Takes what comes from another decoded stream from the next flush on, and leaves the present one to whoever takes the other
    /// one in until then.
    func awaitFeed(_ feed: Feed) {
        pitch.withLock { $0.next = $0.joint?.feed === feed.pad ? nil : feed }
    }

    /// The decoded stream that fed the output, if the decoder has removed it.
    var endedFeed: Pad? { pitch.withLock { $0.joint.flatMap { $0.feed.peer == nil ? $0.feed : nil } } }

    /// Another decoded stream continues one that has ended; before anything of it passes.
    func continueFeed(with pad: Pad) {
        let ledger = kind == .video ? DecodeOrderLog(decoding: pad) : nil
        passed.withLock {
            $0.feed = nil
            $0.ledger = ledger
        }
        pitch.withLock { pitch in
            guard let joint = pitch.joint else { return }
            pad.link(to: pitch.keepers.first?.pad("sink") ?? joint.entry)
            pitch.joint?.feed = pad
        }
    }

    /// Whether what passes this pad goes to the output.
    func isFed(by feed: ObjectIdentifier) -> Bool { passed.withLock { $0.feed == feed } }

    /// On the thread that flushes, between the flush and what comes after it: nothing passes either stream.
    func takeAwaitedFeed() {
        let taken = pitch.withLock { pitch -> Feed? in
            guard let next = pitch.next, let joint = pitch.joint, let other = next.pad.peer else {
                return nil
            }
            pitch.next = nil
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
