internal import PlayheadCore
internal import Synchronization

extension GStreamerPipeline {
    /// Looks up the loudness of the audio track, if it is to be normalised.
    func findLoudness() {
        let known = presentation.withLock { $0 }
        guard known.settings.effects.normalization != nil, isHeard,
            let storage = configuration.loudnessStorage, let track = tracks.applied.audio,
            track != known.loudnessTrack
        else { return }
        let loudness = storage.loudness(of: track, in: request.item)
        presentation.withLock { ($0.loudness, $0.loudnessTrack) = (loudness, track) }
    }

    /// Another audio track is heard from now on.
    func audioTrackChanged() {
        for branch in branches { branch.sound?.jump() }
        present()
    }

    /// Hands the loudness to the storage, if the item was played as a whole.
    func keepLoudness() {
        guard let storage = configuration.loudnessStorage, request.item.endPosition == nil,
            let track = tracks.applied.audio,
            let loudness = branches.lazy.compactMap(\.sound?.measuredLoudness).first
        else { return }
        storage.keep(loudness, of: track, in: request.item)
    }
}
