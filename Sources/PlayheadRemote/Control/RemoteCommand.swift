public import Playhead

/// What a remote control may ask of a player. Every protocol translates its words into these values.
public enum RemoteCommand: Sendable, Equatable {
    /// Requests playback (``Player/play()``).
    case play
    /// Requests a pause. Without content it holds for the next item that is loaded.
    case pause
    /// Inverts the last request to play or pause.
    case toggle
    /// Pauses at the beginning and keeps the content.
    case stop
    /// Seeks to a position of the media timeline.
    case seek(to: Duration, tolerance: SeekTolerance = .exact)
    /// Seeks by a distance from the position.
    case skip(by: Duration, tolerance: SeekTolerance = .exact)
    /// Steps by a number of frames; negative backwards.
    case step(by: Int)
    /// Seeks to the chapter with this index, from 0.
    case goToChapter(Int)
    /// Seeks to the next chapter.
    case nextChapter
    /// Seeks to the start of the chapter, or to the previous one.
    case previousChapter
    /// Sets the points of the A–B loop of the current item.
    case setLoop(LoopPoints)
    /// Sets the first point of the A–B loop at the position, then the second one, then removes both.
    case markLoop
    /// Keeps a bookmark at the position of the current item, with a name or without one, where the program does so.
    case addBookmark(String?)
    /// Removes the bookmark with this index, from 0.
    case removeBookmark(Int)
    /// Seeks to the bookmark with this index, from 0.
    case goToBookmark(Int)
    /// Seeks to the next bookmark, or from the last one to the first one.
    case nextBookmark

    /// Sets the speed; 1 is normal, negative is backwards.
    case setSpeed(Double)
    /// Sets the volume, 0 to 2 (``Player/volume``).
    case setVolume(Double)
    /// Mutes or unmutes.
    case setMuted(Bool)
    /// Sets the delay of subtitles; negative is earlier.
    case setSubtitleDelay(Duration)
    /// Sets the delay of sound; negative is earlier.
    case setAudioDelay(Duration)
    /// Sets the semitones by which the pitch is raised, -12 to 12 (``AudioEffects/pitch``).
    case setPitch(Double)
    /// Sets the channels that are played (``AudioEffects/channels``).
    case setAudioChannels(AudioChannels)

    /// Advances to the next item.
    case next
    /// Returns to the previous item, or to the beginning of a current one that has played for 3 s.
    case previous
    /// Makes the item at an index, from 0, the current one.
    case jump(to: Int)
    /// Replaces the queue. Playback starts, unless a pause is requested.
    case load([QueueItem])
    /// Adds items to the queue.
    case insert([QueueItem], at: QueuePosition)
    /// Moves the item at an index to the place before another index.
    case move(from: Int, to: Int)
    /// Removes the item at an index.
    case remove(Int)
    /// Removes all items but the current one.
    case removeOthers
    /// Removes all items. Playback ends.
    case removeAll
    /// Sets what is repeated.
    case setRepeatMode(RepeatMode)
    /// Shuffles the order of playback, or restores the order of the queue.
    case setShuffled(Bool)

    /// Selects the track with this identifier; nil for none, which only subtitles can be.
    case select(Track.Kind, Track.ID?)
    /// Returns the selection to the preferences.
    case selectAutomatically(Track.Kind)
    /// Selects the track after the chosen one. After the last subtitle track comes none, then the first.
    case selectNext(Track.Kind)

    /// Plays on another audio device; nil follows the default one of the system.
    case setAudioDevice(AudioOutputDevice.ID?)
    /// Sets how video fills the window.
    case setAspectMode(AspectMode)
    /// Switches the window to full screen, or back.
    case setFullscreen(Bool)
    /// Shows a text over the video for a duration.
    case showMessage(String, for: Duration)
    /// Writes the frame that is shown to a file, where the program does so.
    case screenshot
    /// Ends the program, where it allows that.
    case quit
}

/// Why a command has no effect.
public enum RemoteFault: Error, Sendable, Equatable {
    /// There is no current item, or it is not open yet.
    case noContent
    /// The current item is not seekable.
    case notSeekable
    /// The queue has no such item.
    case noSuchItem
    /// The item has no such track, or the kind cannot be without one.
    case noSuchTrack
    /// The item has no such chapter.
    case noSuchChapter
    /// The item has no such bookmark.
    case noSuchBookmark
    /// The bookmarks cannot be kept.
    case notSaved
    /// The program does not offer this.
    case notOffered

    /// What happened, in one sentence.
    public var message: String {
        switch self {
        case .noContent: "Nothing is loaded."
        case .notSeekable: "The item is not seekable."
        case .noSuchItem: "The queue has no such item."
        case .noSuchTrack: "The item has no such track."
        case .noSuchChapter: "The item has no such chapter."
        case .noSuchBookmark: "The item has no such bookmark."
        case .notSaved: "The bookmark cannot be saved."
        case .notOffered: "The program does not offer this."
        }
    }
}

extension AspectMode {
    /// The mode after this one.
    package var next: AspectMode {
        switch self {
        case .fit: .fill
        case .fill: .stretch
        case .stretch: .fit
        }
    }
}
