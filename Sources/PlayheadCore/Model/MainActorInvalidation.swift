internal import Dispatch
internal import Synchronization

/// Notifies the main actor of player changes, once for all changes until it reads them. No task runs in
/// between, so none has to be cancelled.
final class MainActorInvalidation: StepListener {
    let interest: Interest
    private let isWaiting = Atomic(false)
    private let isNews: @Sendable (PlayerSnapshot) -> Bool
    private let look: @MainActor @Sendable () -> Void

    /// `isNews` receives the snapshot of every relevant step in order, beginning with the current one.
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
            // Later changes cause another read.
            self.isWaiting.store(false, ordering: .releasing)
            MainActor.assumeIsolated { self.look() }
        }
    }

    func finish() {}
}

extension Player {
    /// Adds an invalidation for the lifetime of the returned attachment.
    func attach(_ notice: MainActorInvalidation) -> Attachment {
        attach(notice, startsWithCurrent: true)
        return Attachment { [weak self, weak notice] in
            if let notice { self?.detach(notice) }
        }
    }
}
