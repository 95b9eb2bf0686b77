import Playhead

/// Opens streams to find out whether they are live.
struct LiveProbe {
    /// The network options of the command line and of the file outside of profiles; nil if they are wrong.
    let fetching: () -> FetchingOptionGroup?

    /// The maximum time for a stream.
    private static let timeout = Duration.seconds(5)

    /// Whether a stream has no end yet. It waits for the answer.
    func isLive(_ input: String) -> Bool {
        guard let fetching = fetching() else { return false }
        var inspector = MediaInspector(timeout: Self.timeout)
        inspector.network = fetching.options
        inspector.networkPolicy = fetching.policy
        inspector.networkRecovery = fetching.recovery
        return TaskResult.of { [inspector] in
            for await inspection in inspector.inspections(of: [MediaItem(pathOrURI: input)]) {
                return inspection.isLive
            }
            return false
        } ?? false
    }
}
