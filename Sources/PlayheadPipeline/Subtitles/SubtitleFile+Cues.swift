public import PlayheadCore
internal import PlayheadNetwork

extension SubtitleFile {
    /// Reads all cues of the file, in the order of their starts.
    ///
    /// Damaged cues are left out, and cues that do not end after their start.
    ///
    /// - Parameters:
    ///   - network: the network options of the file.
    ///   - policy: the URIs that may be fetched from a network.
    ///   - recovery: the handling of network failures.
    /// - Throws: ``PlayerError`` if the file cannot be read, takes longer than 10 s, is larger than 20 MB, or
    ///   is no subtitle file.
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
