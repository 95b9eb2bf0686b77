package import DequeModule
internal import Synchronization

extension Player {
    /// Everything that happens from now on, as an asynchronous sequence that ends when the player is closed.
    ///
    /// Each call of this property makes a sequence for one consumer; cancelling the consumer or letting go of the sequence
    /// detaches it. Positions that the consumer has not taken when the next one comes are replaced by it. Beyond 1024
    /// events that were not taken the oldest give way, but never an error, an end or a change of item.
    public var events: some AsyncSequence<PlayerEvent, Never> & Sendable {
        sequence {
            $1.append(merging: $0)
        } take: { events, _, feed in
            for event in events { feed.append(event) }
        }
    }

    /// The current snapshot and every one that follows it, without equal neighbours, until the player is closed.
    ///
    /// Snapshots that differ in fast facts alone, and that the consumer has not taken, are replaced by the next one; beyond
    /// 256 the oldest gives way.
    public var snapshots: some AsyncSequence<PlayerSnapshot, Never> & Sendable {
        sequence(startsWithCurrent: true, isSame: ==) { (snapshot: PlayerSnapshot, buffer) in
            if let waiting = buffer.last, waiting.hasSameFacts(as: snapshot) { buffer.removeLast() }
            buffer.append(snapshot, limit: 256)
        } take: { _, snapshot, feed in
            feed.append(snapshot)
        }
    }

    /// One value of the snapshot: its current value, then every other one that it takes, until the player is closed.
    ///
    /// Equal neighbours are not sent. Beyond 256 values that the consumer has not taken the oldest gives way.
    public func values<Value: Equatable & Sendable>(
        of path: any KeyPath<PlayerSnapshot, Value> & Sendable
    ) -> some AsyncSequence<Value, Never> & Sendable {
        sequence(startsWithCurrent: true, isSame: ==) { (value: Value, buffer) in
            buffer.append(value, limit: 256)
        } take: { _, snapshot, feed in
            feed.append(snapshot[keyPath: path])
        }
    }

    /// A sequence for one consumer: what `take` makes of the steps of the player goes into a buffer that `store` bounds, and comes out of it
    /// without equal neighbours where `isSame` tells which are.
    package func sequence<Element: Sendable>(
        startsWithCurrent: Bool = false, interest: Interest = .events,
        isSame: (@Sendable (Element, Element) -> Bool)? = nil,
        store: @escaping @Sendable (Element, inout Deque<Element>) -> Void,
        take: @escaping @Sendable ([PlayerEvent], PlayerSnapshot, Feed<Element>) -> Void
    ) -> AsyncStream<Element> {
        let listener = FeedListener(feed: Feed(isSame: isSame, store: store), interest: interest, take: take)
        attach(listener, startsWithCurrent: startsWithCurrent)
        let attachment = Attachment { [weak self, weak listener] in
            if let listener { self?.detach(listener) }
        }
        let feed = listener.feed
        return AsyncStream {
            withExtendedLifetime(attachment) {}
            return await feed.next()
        } onCancel: {
            feed.finish()
            attachment.detach()
        }
    }

    func attach(_ listener: some StepListener, startsWithCurrent: Bool) {
        let isClosed = change { core in
            let isClosed = core.machine.status == .closed
            if !isClosed { core.attach(listener, isGreeted: startsWithCurrent, at: time.now) }
            return isClosed
        }
        if isClosed {
            if startsWithCurrent { listener.hear([], snapshot) }
            listener.finish()
        }
    }

    func detach(_ listener: some StepListener) {
        changeAudience { $0.listeners.removeAll { $0 === listener } }
    }
}
