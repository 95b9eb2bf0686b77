internal import Playhead
internal import PlayheadServer
internal import PlayheadTesting

/// Plays a medium once more with each sound and each picture that is not chosen by itself.
struct OtherTracks: Sendable {
    let item: MediaItem
    let isVirtual: Bool
    let patience: Patience

    private static let name = "other tracks"

    /// The case for the tracks of a medium that was played.
    func examine(_ tracks: TrackList, isLive: Bool) async throws(MediaServerError) -> CheckCase {
        let others = tracks.filter { $0.kind != .subtitles && !tracks.applied.contains($0) }
        if others.isEmpty { return CheckCase(Self.name, .skipped, "there is one track of each kind at most") }
        if isLive { return CheckCase(Self.name, .skipped, "it is live") }
        var faults: [String] = []
        let watch = Stopwatch()
        for track in others {
            var item = item
            item.tracks[track.kind] = track.id
            let viewing = try await Viewing(item, isVirtual: isVirtual, patience)
            let cases = await viewing.run()
            let applied = viewing.stage.player.tracks.applied
            await viewing.stage.close()
            let told = [
                "opens", "plays to its end", track.kind == .audio ? "sound decodes" : "picture decodes",
            ]
            let fault = cases.first { told.contains($0.name) && $0.outcome != .passed }
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
