package import DequeModule
internal import Synchronization

extension Player {
    /// All events from now on, as an asynchronous sequence that ends when the player is closed.
    ///
    /// Each call of this property makes a sequence for one consumer. Cancelling the consumer or releasing the
    /// sequence detaches it. A position that the consumer has not taken is replaced by the next one. Beyond
    /// 1024 buffered events the oldest is dropped, except errors, ends and item changes.
    public var events: some AsyncSequence<PlayerEvent, Never> & Sendable {
        sequence {
            $1.append(merging: $0)
        } take: { events, _, feed in
            for event in events { feed.append(event) }
        }
    }

    /// The current snapshot and every later one, without equal neighbours, until the player is closed.
    ///
    /// A snapshot that the consumer has not taken is replaced by the next one if they differ only in fast
    /// values. Beyond 256 snapshots the oldest is dropped.
    public var snapshots: some AsyncSequence<PlayerSnapshot, Never> & Sendable {
        sequence(startsWithCurrent: true, isSame: ==) { (snapshot: PlayerSnapshot, buffer) in
            if let waiting = buffer.last, waiting.hasSameFacts(as: snapshot) { buffer.removeLast() }
            buffer.append(snapshot, limit: 256)
        } take: { _, snapshot, feed in
            feed.append(snapshot)
        }
    }

    /// The current value of one property of the snapshot and every later one, until the player is closed.
    ///
    /// Equal neighbours are not sent. Beyond 256 buffered values the oldest is dropped.
    public func values<Value: Equatable & Sendable>(
        of path: any KeyPath<PlayerSnapshot, Value> & Sendable
    ) -> some AsyncSequence<Value, Never> & Sendable {
        sequence(startsWithCurrent: true, isSame: ==) { (value: Value, buffer) in
            buffer.append(value, limit: 256)
        } take: { _, snapshot, feed in
            feed.append(snapshot[keyPath: path])
        }
    }

    /// A sequence for one consumer. `take` maps the player's steps to elements, `store` limits the buffer,
    /// and `isSame` finds equal neighbours, which are removed.
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
