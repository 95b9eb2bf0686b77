internal import Playhead
internal import PlayheadServer
internal import PlayheadTesting

/// Plays a medium again with each audio and video track that is not selected by default.
struct OtherTracksCheck: Sendable {
    let item: MediaItem
    let isVirtual: Bool
    let budget: TimeBudget

    private static let name = "other tracks"

    /// The case for the other tracks of a medium that was played.
    func examine(_ tracks: TrackList, isLive: Bool) async throws(MediaServerError) -> CheckCase {
        let others = tracks.filter { $0.kind != .subtitles && !tracks.applied.contains($0) }
        if others.isEmpty { return CheckCase(Self.name, .skipped, "there is one track of each kind at most") }
        if isLive { return CheckCase(Self.name, .skipped, "it is live") }
        var faults: [String] = []
        let watch = Stopwatch()
        for track in others {
            var item = item
            item.tracks[track.kind] = track.id
            let playthrough = try await PlaythroughCheck(item, isVirtual: isVirtual, budget)
            let cases = await playthrough.run()
            let applied = playthrough.environment.player.tracks.applied
            await playthrough.environment.close()
            let relevant = [
                "opens", "plays to its end", track.kind == .audio ? "sound decodes" : "picture decodes",
            ]
            let fault = cases.first { relevant.contains($0.name) && $0.outcome != .passed }
            if let fault {
                faults.append("\(track.id): \(fault.message ?? fault.name)")
            } else if !applied.contains(track) {
                faults.append("\(track.id) is not presented when it is chosen")
            }
        }
        return CheckCase(
            Self.name, faults.isEmpty ? .passed : .failed,
            faults.isEmpty ? nil : faults.joined(separator: "; "), time: watch.time)
    }
}
