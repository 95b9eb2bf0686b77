extension PlayerMachine {
    /// Requests a measurement of the position; without a pipeline the known position is final.
    mutating func refresh(_ id: Int, effects: inout [Effect]) {
        guard hasPipeline else { return effects.append(.refreshed(id: id)) }
        refreshes.append(id)
        effects.append(.send(.measure(id: id), stamp))
    }

    /// The pipeline has answered a refresh.
    mutating func finishRefresh(_ id: Int, effects: inout [Effect]) {
        guard let index = refreshes.firstIndex(of: id) else { return }
        refreshes.remove(at: index)
        effects.append(.refreshed(id: id))
    }

    /// Answers all refreshes without a pipeline.
    mutating func answerRefreshes(effects: inout [Effect]) {
        effects += refreshes.map { .refreshed(id: $0) }
        refreshes = []
    }
}
