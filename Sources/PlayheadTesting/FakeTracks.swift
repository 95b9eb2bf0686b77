internal import Playhead

/// The tracks of a fake medium and their selection.
struct FakeTracks: Sendable {
    let all: [Track]
    var applied = TrackSelection()
    /// The requested selection; nil before the first request.
    var selected: TrackSelection?

    init(_ script: FakeScript) {
        let kinds: [(Track.Kind, Bool)] = [
            (.video, script.hasVideo), (.audio, script.hasAudio), (.subtitles, !script.cues.isEmpty),
        ]
        all =
            script.tracks
            ?? kinds.filter(\.1).map { kind, _ in Track(id: Track.ID(kind, 1), kind: kind) }
    }
}
