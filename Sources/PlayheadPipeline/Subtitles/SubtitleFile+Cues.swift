public import PlayheadCore
internal import PlayheadNetwork

extension SubtitleFile {
    /// All of its cues, in the order of their starts.
    ///
    /// What is damaged in the file is left out. Cues that do not end after they begin are never shown, and are left out too.
    ///
    /// - Parameters:
    ///   - network: how it is fetched from a network.
    ///   - policy: what may be fetched from a network.
    ///   - recovery: what is done where a network fails.
    /// - Throws: ``PlayerError``: the file cannot be read, takes longer than ten seconds to come, is larger than 20 MB, or is no subtitle
    ///   file.
    public func cues(
        network: NetworkOptions = NetworkOptions(), policy: NetworkPolicy = NetworkPolicy(),
        recovery: NetworkRecovery = NetworkRecovery()
    ) async throws(PlayerError) -> [SubtitleCue] {
        try await cues(NetworkAccess(network, policy, recovery))
    }

    func cues(_ access: NetworkAccess) async throws(PlayerError) -> [SubtitleCue] {
        let reader = SubtitleReader()
        let result = await withCheckedContinuation { continuation in
            reader.read(self, access, within: .seconds(10)) { continuation.resume(returning: $0) }
        }
        return try result.get().cues
    }
}
