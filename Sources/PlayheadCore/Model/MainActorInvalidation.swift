internal import Dispatch
internal import Synchronization

/// Has the main actor look at a player when something has changed: once for everything that changed until it looks. Nothing
/// runs in between, so that nothing has to be ended either.
final class MainActorInvalidation: StepListener {
    let interest: Interest
    private let isWaiting = Atomic(false)
    private let isNews: @Sendable (PlayerSnapshot) -> Bool
    private let look: @MainActor @Sendable () -> Void

    /// `isNews` sees the snapshot of every step that is of interest, in order, the current one first.
    init(
        interest: Interest, isNews: @escaping @Sendable (PlayerSnapshot) -> Bool,
        look: @escaping @MainActor @Sendable () -> Void
    ) {
        self.interest = interest
        self.isNews = isNews
        self.look = look
    }

    func hear(_ events: [PlayerEvent], _ snapshot: PlayerSnapshot) {
        guard isNews(snapshot), !isWaiting.exchange(true, ordering: .acquiringAndReleasing) else { return }
        DispatchQueue.main.async {
            // What changes from here on is seen by a look of its own.
            self.isWaiting.store(false, ordering: .releasing)
            MainActor.assumeIsolated { self.look() }
        }
    }

    func finish() {}
}

extension Player {
    /// Adds a notice for as long as what this returns is held.
    func attach(_ notice: MainActorInvalidation) -> Attachment {
        attach(notice, startsWithCurrent: true)
        return Attachment { [weak self, weak notice] in
            if let notice { self?.detach(notice) }
        }
    }
}
