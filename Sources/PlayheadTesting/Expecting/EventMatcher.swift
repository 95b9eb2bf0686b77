public import Playhead

/// A predicate on events, with a description.
///
///     recorder.expect(exactly: 1, .finished(.natural))
///     try await recorder.next(.stall)
///     let loud = EventMatcher("loud") {
///         if case .volumeChanged(let volume) = $0 { volume > 0.9 } else { false }
///     }
public struct EventMatcher: Sendable, CustomStringConvertible {
    /// A short description of the matching events.
    public let description: String
    private let isMeant: @Sendable (PlayerEvent) -> Bool

    /// Makes a matcher from a predicate.
    public init(_ description: String, _ isMeant: @escaping @Sendable (PlayerEvent) -> Bool) {
        self.description = description
        self.isMeant = isMeant
    }

    /// Whether an event matches.
    public func matches(_ event: PlayerEvent) -> Bool { isMeant(event) }

    /// Matches events that are equal to this one.
    public static func event(_ event: PlayerEvent) -> EventMatcher {
        EventMatcher(event.words) { $0 == event }
    }

    /// Matches if one of several matchers matches.
    public static func any(of matchers: EventMatcher...) -> EventMatcher {
        EventMatcher(matchers.map(\.description).joined(separator: " or ")) { event in
            matchers.contains { $0.matches(event) }
        }
    }
}

extension EventMatcher {
    /// Another item became current.
    public static let item = EventMatcher("item") {
        if case .itemChanged(let change) = $0 { change.item != nil } else { false }
    }
    /// This item became current.
    public static func item(_ item: MediaItem) -> EventMatcher {
        EventMatcher("item \(item.uri)") {
            if case .itemChanged(let change) = $0 { change.item == item } else { false }
        }
    }
    /// No item is current any more.
    public static let noItem = EventMatcher("no item") {
        if case .itemChanged(let change) = $0 { change.item == nil } else { false }
    }
    /// The duration became known.
    public static let duration = EventMatcher("duration") {
        if case .durationChanged(_?) = $0 { true } else { false }
    }
    /// The item is prerolled.
    public static let ready = EventMatcher.event(.ready)

    /// The player reached a state.
    public static func state(_ state: PlaybackState) -> EventMatcher {
        EventMatcher("state \(state.name)") {
            if case .stateChanged(let change) = $0 { change.to == state } else { false }
        }
    }

    /// The item reached a status.
    public static func status(_ status: ItemStatus) -> EventMatcher {
        EventMatcher("status \(status.rawValue)") {
            if case .statusChanged(_, status) = $0 { true } else { false }
        }
    }

    /// Media time advances: the state is `playing` without buffering.
    public static let playing = EventMatcher.state(.playing(buffering: false))
    /// Playback stopped for lack of data.
    public static let stall = EventMatcher("stall") {
        guard case .stateChanged(let change) = $0 else { return false }
        return change.to == .playing(buffering: true) && change.reason == .buffering
    }

    /// A subtitle cue begins.
    public static let cue = EventMatcher("cue") { if case .subtitleChanged(_?) = $0 { true } else { false } }
    /// A subtitle cue with this text begins.
    public static func cue(_ text: String) -> EventMatcher {
        EventMatcher("cue \(String(reflecting: text))") {
            if case .subtitleChanged(let cue?) = $0 { cue.text == text } else { false }
        }
    }
    /// No subtitle cue is due any more.
    public static let noCue = EventMatcher.event(.subtitleChanged(nil))
    /// The tracks became known, or their selection changed or was applied.
    public static let tracks = EventMatcher("tracks") { if case .tracksChanged = $0 { true } else { false } }
    /// The metadata became known or changed.
    public static let metadata = EventMatcher("metadata") {
        if case .metadataChanged = $0 { true } else { false }
    }
    /// Playback entered a chapter.
    public static let chapter = EventMatcher("chapter") {
        if case .chapterChanged(_?) = $0 { true } else { false }
    }
    /// The volume changed.
    public static let volume = EventMatcher("volume") { if case .volumeChanged = $0 { true } else { false } }
    /// The audio was muted.
    public static let muted = EventMatcher.event(.mutedChanged(true))
    /// The audio was unmuted.
    public static let unmuted = EventMatcher.event(.mutedChanged(false))
    /// The requested or the effective speed changed.
    public static let speed = EventMatcher("speed") { if case .speedChanged = $0 { true } else { false } }
    /// The player reported a warning.
    public static let warning = EventMatcher("warning") { if case .warning = $0 { true } else { false } }
    /// The player reported a gap.
    public static let gap = EventMatcher("gap") { if case .gap = $0 { true } else { false } }
    /// The item failed.
    public static let error = EventMatcher("error") { if case .error = $0 { true } else { false } }
    /// The item failed with this error code.
    public static func error(_ code: PlayerError.Code) -> EventMatcher {
        EventMatcher("error \(code.rawValue)") {
            if case .error(let error) = $0 { error.code == code } else { false }
        }
    }
    /// Playback of the item ended for any reason.
    public static let finished = EventMatcher("finished") {
        if case .finished = $0 { true } else { false }
    }
    /// Playback of the item ended for this reason.
    public static func finished(_ reason: EndReason) -> EventMatcher { .event(.finished(reason)) }
}
