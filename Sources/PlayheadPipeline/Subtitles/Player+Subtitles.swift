internal import DequeModule
public import PlayheadCore
internal import Synchronization

extension Player {
    /// Each subtitle of the chosen track as it begins to be shown, as an asynchronous sequence that ends when the player is closed.
    ///
    /// Those that are shown together come one by one, in the order of their starts, with the times that they say themselves:
    /// ``subtitleDelay`` is not added. The first are those that are shown already. One that is shown anew, after a seek or a change of the
    /// track, comes again.
    ///
    /// Each call of this property makes a sequence for one consumer; cancelling the consumer or letting go of the sequence detaches
    /// it. Beyond 256 that the consumer has not taken the oldest gives way.
    public var cues: some AsyncSequence<SubtitleCue, Never> & Sendable {
        let last = Mutex<[SubtitleCue]>([])
        return sequence(startsWithCurrent: true, interest: .facts) { (cue: SubtitleCue, buffer) in
            buffer.append(cue, limit: 256)
        } take: { _, snapshot, feed in
            let shown = snapshot.subtitleCues
            let before = last.withLock { last in
                defer { last = shown }
                return last
            }
            for cue in shown where !before.contains(cue) { feed.append(cue) }
        }
    }

    /// All subtitles of the track that is applied, in the order of their starts; nil as long as not all of them are known.
    ///
    /// Those of a side file are known soon after the item was loaded, those of the medium itself when all of it has been read from its
    /// beginning: ``PlayerSnapshot/hasTranscript`` tells. Nil without subtitles, and when the item is gone or has failed.
    public var transcript: [SubtitleCue]? {
        let (pipeline, track) = core.withLock {
            ($0.pipelines[$0.machine.stamp], $0.machine.tracks.applied.subtitles)
        }
        return track.flatMap { pipeline?.transcript(of: $0) }
    }
}
