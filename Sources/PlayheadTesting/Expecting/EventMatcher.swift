public import Playhead

/// Says which events are meant.
///
///     recorder.expect(exactly: 1, .finished(.natural))
///     try await recorder.next(.stall)
///     let loud = EventMatcher("loud") { if case .volumeChanged(let volume) = $0 { volume > 0.9 } else { false } }
public struct EventMatcher: Sendable, CustomStringConvertible {
    /// What is meant, in a few words.
    public let description: String
    private let isMeant: @Sendable (PlayerEvent) -> Bool

    /// A matcher for what the closure answers with yes.
    public init(_ description: String, _ isMeant: @escaping @Sendable (PlayerEvent) -> Bool) {
        self.description = description
        self.isMeant = isMeant
    }

    /// Whether an event is meant.
    public func matches(_ event: PlayerEvent) -> Bool { isMeant(event) }

    /// This very event.
    public static func event(_ event: PlayerEvent) -> EventMatcher {
        EventMatcher(event.words) { $0 == event }
    }

    /// One of several.
    public static func any(of matchers: EventMatcher...) -> EventMatcher {
        EventMatcher(matchers.map(\.description).joined(separator: " or ")) { event in
            matchers.contains { $0.matches(event) }
        }
    }
}

extension EventMatcher {
    /// Another item is current.
    public static let item = EventMatcher("item") {
        if case .itemChanged(let change) = $0 { change.item != nil } else { false }
    }
    /// This item is current.
    public static func item(_ item: MediaItem) -> EventMatcher {
        EventMatcher("item \(item.uri)") {
            if case .itemChanged(let change) = $0 { change.item == item } else { false }
        }
    }
    /// The content was taken away.
    public static let noItem = EventMatcher("no item") {
        if case .itemChanged(let change) = $0 { change.item == nil } else { false }
    }
    /// The length is known.
    public static let duration = EventMatcher("duration") {
        if case .durationChanged(_?) = $0 { true } else { false }
    }
    /// The item is prerolled.
    public static let ready = EventMatcher.event(.ready)

    /// A state is reached.
    public static func state(_ state: PlaybackState) -> EventMatcher {
        EventMatcher("state \(state.name)") {
            if case .stateChanged(let change) = $0 { change.to == state } else { false }
        }
    }

    /// A status is reached.
    public static func status(_ status: ItemStatus) -> EventMatcher {
        EventMatcher("status \(status.rawValue)") {
            if case .statusChanged(_, status) = $0 { true } else { false }
        }
    }

    /// Media advances: the state is `playing`, and nothing buffers.
    public static let playing = EventMatcher.state(.playing(buffering: false))
    /// Playback stands still because data does not come.
    public static let stall = EventMatcher("stall") {
        guard case .stateChanged(let change) = $0 else { return false }
        return change.to == .playing(buffering: true) && change.reason == .buffering
    }

    /// A subtitle is due.
    public static let cue = EventMatcher("cue") { if case .subtitleChanged(_?) = $0 { true } else { false } }
    /// This subtitle is due.
    public static func cue(_ text: String) -> EventMatcher {
        EventMatcher("cue \(String(reflecting: text))") {
            if case .subtitleChanged(let cue?) = $0 { cue.text == text } else { false }
        }
    }
    /// No subtitle is due any more.
    public static let noCue = EventMatcher.event(.subtitleChanged(nil))
    /// Tracks became known, were chosen or applied.
    public static let tracks = EventMatcher("tracks") { if case .tracksChanged = $0 { true } else { false } }
    /// What the item says about itself became known, or changed.
    public static let metadata = EventMatcher("metadata") {
        if case .metadataChanged = $0 { true } else { false }
    }
    /// Playback has come into a chapter.
    public static let chapter = EventMatcher("chapter") {
        if case .chapterChanged(_?) = $0 { true } else { false }
    }
    /// The volume changed.
    public static let volume = EventMatcher("volume") { if case .volumeChanged = $0 { true } else { false } }
    /// The sound was muted.
    public static let muted = EventMatcher.event(.mutedChanged(true))
    /// The sound was unmuted.
    public static let unmuted = EventMatcher.event(.mutedChanged(false))
    /// Another speed was asked for or took effect.
    public static let speed = EventMatcher("speed") { if case .speedChanged = $0 { true } else { false } }
    /// A warning.
    public static let warning = EventMatcher("warning") { if case .warning = $0 { true } else { false } }
    /// A stretch of the item is missing.
    public static let gap = EventMatcher("gap") { if case .gap = $0 { true } else { false } }
    /// The item cannot go on.
    public static let error = EventMatcher("error") { if case .error = $0 { true } else { false } }
    /// The item cannot go on, for this reason.
    public static func error(_ code: PlayerError.Code) -> EventMatcher {
        EventMatcher("error \(code.rawValue)") {
            if case .error(let error) = $0 { error.code == code } else { false }
        }
    }
    /// Playback of the item ended, whatever the reason.
    public static let finished = EventMatcher("finished") {
        if case .finished = $0 { true } else { false }
    }
    /// Playback of the item ended for this reason.
    public static func finished(_ reason: EndReason) -> EventMatcher { .event(.finished(reason)) }
}
