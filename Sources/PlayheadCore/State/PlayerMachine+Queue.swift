extension PlayerMachine {
    /// The next item. It is decided in one step and started in another, so that an end and a beginning are
    /// two changes (contract 1.7, 3.3).
    package struct DueItem: Sendable, Equatable {
        /// The item; nil for none.
        var id: QueueItem.ID?
        var reason: ItemChangeReason
        /// Whether it is the current item, reopened after a failure.
        var isRetry = false
        /// The request to play; nil keeps the current one.
        var plays: Bool?

        /// Whether it continues at the end of the previous item.
        var isSeamless: Bool { reason == .natural || reason == .repeat }
    }

    /// The input that must precede all others.
    package var continuation: PlayerInput? {
        dueItem != nil || !untoldWarnings.isEmpty ? .command(.proceed) : nil
    }

    /// Performs the next due step.
    mutating func proceed(at moment: Moment, effects: inout [Effect]) {
        guard let due = dueItem else {
            if !untoldWarnings.isEmpty { warn(untoldWarnings.removeFirst()) }
            return
        }
        dueItem = nil
        if due.isRetry { return reopen(playing: wantsToPlay, at: moment, effects: &effects) }
        wantsToPlay = due.plays ?? wantsToPlay
        if let entry = due.id.flatMap(queue.item) {
            begin(entry, because: due.reason, at: moment, effects: &effects)
        } else {
            clear(at: moment, effects: &effects)
            itemReason = due.reason
        }
    }

    /// Removes the content and keeps the queue.
    mutating func clear(at moment: Moment, effects: inout [Effect]) {
        dropPipeline(answering: .stopped, effects: &effects)
        dropPrepared(effects: &effects)
        if item != nil { itemNumber += 1 }
        (failures, retries) = (0, 0)
        forgetItem(at: moment)
        item = nil
        itemReason = .jump
        queue.currentID = nil
        wantsToPlay = false
        if status != .closed { status = .idle }
    }

    /// Makes an item of the queue current: on its prepared pipeline, or on a new one.
    mutating func begin(
        _ entry: QueueItem, because reason: ItemChangeReason, at moment: Moment, effects: inout [Effect]
    ) {
        itemReason = reason
        let resumes = queue.takeResume(of: entry.id)
        if reason.followsAnEnd {
            queue.advance(to: entry.id)
        } else {
            queue.currentID = entry.id
        }
        dropPipeline(answering: .stopped, effects: &effects)
        if let load = takePrepared(entry.id) {
            adopt(load, at: moment, effects: &effects)
        } else {
            forgetItem(at: moment)
            item = entry.media
            wish(for: entry.media)
            itemNumber += 1
            let start = resumes ? entry.media.resumePosition : nil
            open(at: start ?? beginning, at: moment, effects: &effects)
        }
    }

    /// Chooses the tracks that an item names.
    mutating func wish(for media: MediaItem) {
        for kind in Track.Kind.allCases {
            if let track = media.tracks[kind] { trackWishes[kind] = .track(track) }
        }
    }

    /// Selects the item after the end of the current one; returns false if none follows and playback rests
    /// there.
    mutating func goOn(after reason: EndReason, at moment: Moment) -> Bool {
        guard let current = queue.currentID else { return false }
        switch reason {
        case .natural:
            failures = 0
            retries = 0
            guard queue.endAction == .advance, effectiveSpeed > 0, let next = queue.upcomingItem else {
                return false
            }
            let isAgain = next.id == current || queue.neighbor(of: current, forward: true) == nil
            dueItem = DueItem(id: next.id, reason: isAgain ? .repeat : .natural)
        case .error, .truncated:
            let progressed = timeline.position(at: moment) - beginning >= Self.progress
            if progressed { retries = 0 }
            if case .retry(let most) = queue.failurePolicy, retries < most, reason == .error,
                error?.isRecoverable == true
            {
                retries += 1
                dueItem = DueItem(id: current, reason: .skip, isRetry: true)
                return true
            }
            retries = 0
            // A queue without a playable item ends in any repeat mode.
            failures = progressed ? 0 : failures + 1
            guard queue.failurePolicy != .stop, failures < queue.count else { return false }
            let next = queue.neighbor(of: current, forward: true) ?? queue.itemOfNextRound
            guard let next, next.id != current || queue.count == 1 && failures == 0 else { return false }
            dueItem = DueItem(id: next.id, reason: .skip)
        case .stopped, .replaced: return false
        }
        return true
    }

    /// The duration of playback after which an item counts as playable.
    private static let progress: Duration = .seconds(1)

    /// Applies an edit. If the current item is removed, the next one replaces it.
    mutating func edit(_ edit: QueueEdit) {
        let old = queue
        guard queue.apply(edit) else { return }
        queueEdition += 1
        queueReason = edit.reason
        defer {
            if case .replace(_, let autoplay) = edit { dueItem?.plays = autoplay }
            if dueItem != nil { (failures, retries) = (0, 0) }
        }
        if old.isEmpty, let first = queue.firstItem {
            endEarly(.replaced)
            dueItem = DueItem(id: first.id, reason: .load)
        } else if let current = queue.currentID, queue.index(of: current) == nil {
            endEarly(.replaced)
            let next = edit.reason == .replace ? queue.firstItem : old.survivor(of: current, in: queue)
            dueItem = DueItem(id: next?.id, reason: edit.reason == .replace ? .load : .removed)
        }
    }

    /// Moves to an item of the queue, or to none.
    mutating func go(to target: QueueTarget, at moment: Moment, effects: inout [Effect]) {
        switch target {
        case .item(let id):
            guard let id else { return leave() }
            if queue.item(id) != nil { jump(toItem: id, at: moment, effects: &effects) }
        case .next: if let next = queue.nextItem { jump(toItem: next.id, at: moment, effects: &effects) }
        case .previous:
            let isFar = timeline.position(at: moment) - beginning > Self.smartBack
            let id = isFar ? queue.currentID : queue.previousItem?.id ?? queue.currentID
            if let id { jump(toItem: id, at: moment, effects: &effects) }
        }
    }

    /// Up to this position, a command to go back selects the previous item; later, the start of the current
    /// one.
    static let smartBack: Duration = .seconds(3)

    private mutating func leave() {
        guard item != nil else { return }
        endEarly(.stopped)
        dueItem = DueItem(id: nil, reason: .jump)
    }

    private mutating func jump(toItem id: QueueItem.ID, at moment: Moment, effects: inout [Effect]) {
        (failures, retries) = (0, 0)
        if id == queue.currentID, hasPipeline, error == nil {
            return rewind(to: beginning, at: moment, effects: &effects)
        }
        endEarly(.replaced)
        dueItem = DueItem(id: id, reason: .jump)
    }
}

/// The target of a move in a queue.
package enum QueueTarget: Sendable, Equatable {
    case item(QueueItem.ID?)
    case next
    case previous
}

extension PlaybackQueue {
    /// The first item of the next round, if there is one.
    fileprivate var itemOfNextRound: QueueItem? {
        switch repeatMode {
        case .off, .one: nil
        case .all: firstItem
        case .times(let number): rounds + 1 < number ? firstItem : nil
        }
    }

    /// The next item after a removed one that is still in another queue; otherwise the last item there.
    fileprivate func survivor(of id: QueueItem.ID, in other: PlaybackQueue) -> QueueItem? {
        var place: QueueItem.ID? = id
        while let next = place.flatMap({ neighbor(of: $0, forward: true) }) {
            if other.index(of: next.id) != nil { return next }
            place = next.id
        }
        return nil
    }
}
