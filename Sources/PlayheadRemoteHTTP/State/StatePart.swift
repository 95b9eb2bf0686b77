internal import Playhead
internal import PlayheadCore
internal import PlayheadRemote

/// A field of the state that clients get. It is rebuilt only if what it shows has changed.
struct StatePart: Sendable {
    let name: String
    let summary: String
    /// Whether two states have the same value here.
    let isSame: @Sendable (RemoteState, RemoteState) -> Bool
    let value: @Sendable (RemoteState) -> RemoteValue

    /// Makes a part of what `read` returns.
    init<Source: Equatable & SendableMetatype>(
        _ name: String, _ summary: String, _ read: @escaping @Sendable (RemoteState) -> Source,
        _ value: @escaping @Sendable (Source) -> RemoteValue
    ) {
        self.name = name
        self.summary = summary
        isSame = { read($0) == read($1) }
        self.value = { value(read($0)) }
    }

    /// All parts that come from the player. ``StateBoard`` adds `statistics` and what the program offers.
    static let all: [StatePart] = playback + media
}

extension StatePart {
    private static let playback: [StatePart] = [
        StatePart("state", "idle, paused, pausedBuffering, playing or playingBuffering", \.snapshot.state) {
            .string($0.name)
        },
        StatePart("status", "the life cycle of the item", \.snapshot.status) { .string($0.rawValue) },
        StatePart("isPaused", "whether a pause is requested", \.isPaused) { .bool($0) },
        StatePart("position", "the position in seconds", \.snapshot.position) { .seconds($0) },
        StatePart("duration", "the duration in seconds; null if unknown", \.snapshot.duration) {
            .optional($0)
        },
        StatePart("isSeekable", "whether the item is seekable", \.snapshot.isSeekable) { .bool($0) },
        StatePart("seekableRange", "the valid targets of seeks; null if unknown", \.snapshot.seekableRange) {
            $0.map(RemoteValue.range) ?? .null
        },
        StatePart("bufferedRanges", "the available ranges", \.snapshot.bufferedRanges) {
            .list($0.map(RemoteValue.range))
        },
        StatePart("buffering", "percent and reason of buffering; null without", \.snapshot.buffering) {
            $0.map { .map(["percent": .int($0.percent), "reason": .string($0.reason.rawValue)]) } ?? .null
        },
        StatePart("streamType", "on demand, live, or live with a window", \.snapshot.streamType) {
            .string($0.rawValue)
        },
        StatePart("liveOffset", "the distance to the live edge in seconds", \.snapshot.liveOffset) {
            .optional($0)
        },
        StatePart("speed", "the requested speed", \.snapshot.speed) { .number($0) },
        StatePart("effectiveSpeed", "the actual speed", \.snapshot.effectiveSpeed) { .number($0) },
        StatePart("volume", "the volume, 0 to 2", \.snapshot.volume) { .number($0) },
        StatePart("isMuted", "whether audio is muted", \.snapshot.isMuted) { .bool($0) },
        StatePart("aspectMode", "fit, fill or stretch", \.snapshot.aspectMode) { .string($0.rawValue) },
        StatePart("isFullscreen", "whether the window is full screen", \.isFullscreen) { .bool($0) },
        StatePart("loop", "the start and the end of the A–B loop, each null if it is not set", \.loop) {
            .map(["start": .optional($0.start), "end": .optional($0.end)])
        },
        StatePart("bookmarks", "position and name of the bookmarks of the item", \.bookmarks) {
            .list(
                $0.map { bookmark in
                    .map([
                        "position": .seconds(bookmark.position),
                        "name": bookmark.name.map(RemoteValue.string) ?? .null,
                    ])
                })
        },
    ]

    private static let media: [StatePart] = [
        StatePart("item", "the current item; null without one", CurrentItem.init) { $0.value },
        StatePart("metadata", "title, artist, artwork and others", \.snapshot.metadata) { $0.value },
        StatePart("videoSize", "width and height of the video; null without", \.snapshot.videoSize) {
            $0.map { .map(["width": .int($0.width), "height": .int($0.height)]) } ?? .null
        },
        StatePart("tracks", "the tracks of the item", \.snapshot.tracks) { $0.value },
        StatePart("chapters", "the chapters of the item", \.snapshot.metadata.chapters) {
            .list($0.map(\.value))
        },
        StatePart("chapter", "the index of the chapter; null outside", \.snapshot.currentChapter) {
            $0.map { .int($0.id) } ?? .null
        },
        StatePart("subtitle", "the visible subtitle; null without", \.snapshot.subtitle) { .optional($0) },
        StatePart("subtitleDelay", "the delay of subtitles in seconds", \.snapshot.subtitleDelay) {
            .seconds($0)
        },
        StatePart("audioDelay", "the delay of sound in seconds", \.snapshot.audioDelay) { .seconds($0) },
        StatePart(
            "audioDevice", "the audio device that is chosen; null for the default one", \.snapshot.audioDevice
        ) { .optional($0?.rawValue) },
        StatePart(
            "activeAudioDevice", "the audio device that plays; null without", \.snapshot.activeAudioDevice
        ) { .optional($0?.rawValue) },
        StatePart("gaps", "media that was due and not presented: the last 100", \.snapshot.gaps) {
            .list($0.suffix(100).map { RemoteValue.range($0.start..<max($0.start, $0.end)) })
        },
        StatePart("error", "why the item failed; null without", \.snapshot.error) { $0?.value ?? .null },
        StatePart("queue", "the items, the repeat mode, and whether it is shuffled", \.snapshot.queue) {
            $0.value
        },
    ]
}

extension RemoteValue {
    static func seconds(_ duration: Duration) -> RemoteValue { .number(duration / .seconds(1)) }
    static func optional(_ duration: Duration?) -> RemoteValue { duration.map(seconds) ?? .null }

    static func range(_ range: Range<Duration>) -> RemoteValue {
        .map(["start": .seconds(range.lowerBound), "end": .seconds(range.upperBound)])
    }
}
