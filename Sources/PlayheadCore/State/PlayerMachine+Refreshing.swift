extension PlayerMachine {
    /// Has the pipeline measure where it stands; without one, what is known is the truth.
    mutating func refresh(_ id: Int, effects: inout [Effect]) {
        guard hasPipeline else { return effects.append(.refreshed(id: id)) }
        refreshes.append(id)
        effects.append(.send(.measure(id: id), stamp))
    }

    /// The pipeline was asked; one caller knows the truth now.
    mutating func finishRefresh(_ id: Int, effects: inout [Effect]) {
        guard let index = refreshes.firstIndex(of: id) else { return }
        refreshes.remove(at: index)
        effects.append(.refreshed(id: id))
    }

    /// There is nobody left to ask.
    mutating func answerRefreshes(effects: inout [Effect]) {
        effects += refreshes.map { .refreshed(id: $0) }
        refreshes = []
    }
}
