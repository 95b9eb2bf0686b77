internal import DequeModule
public import PlayheadCore
internal import Synchronization

extension Player {
    /// The subtitles of the chosen track, each when it is first shown, as an asynchronous sequence. It ends
    /// when the player is closed.
    ///
    /// Subtitles that are shown together arrive one by one, in the order of their starts. Their times are
    /// those of the medium, without ``subtitleDelay``. The sequence begins with the subtitles that are shown
    /// already. A subtitle that is shown again, after a seek or a track change, arrives again.
    ///
    /// Each call of this property creates a sequence for one consumer. Cancelling the consumer or releasing
    /// the sequence detaches it. If more than 256 subtitles wait for the consumer, the oldest are dropped.
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

    /// All subtitles of the applied track, in the order of their starts. Nil until all of them are known.
    ///
    /// The subtitles of a subtitle file are known soon after the load. Those of the medium are known when all
    /// of it has been read from its beginning. ``PlayerSnapshot/hasTranscript`` tells which. Nil without
    /// subtitles, and after the item was unloaded or has failed.
    public var transcript: [SubtitleCue]? {
        let (pipeline, track) = core.withLock {
            ($0.pipelines[$0.machine.stamp], $0.machine.tracks.applied.subtitles)
        }
        return track.flatMap { pipeline?.transcript(of: $0) }
    }
}
