internal import Playhead

/// The tracks of a fake medium.
struct FakeTracks: Sendable {
    let all: [Track]
    var applied = TrackSelection()
    /// What is asked for; nil as long as nothing was.
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
