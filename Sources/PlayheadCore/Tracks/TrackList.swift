/// The tracks of an item, which of them are chosen and which are applied.
///
/// Chosen is what was asked for, by a command or by ``TrackPreferences``; applied is what is presented. They differ until a choice
/// has taken effect. Subtitles that are forced belong to the sound in their language and are not listed.
public struct TrackList: Sendable, Equatable, Codable, RandomAccessCollection {
    /// What is asked for.
    public package(set) var chosen = TrackSelection()
    /// What is presented.
    public package(set) var applied = TrackSelection()
    /// With those that are not listed.
    package private(set) var all: [Track] = []
    private var listed: [Track] = []

    /// No tracks.
    public init() {}

    package init(_ tracks: [Track], chosen: TrackSelection = .init(), applied: TrackSelection = .init()) {
        all = tracks
        listed = tracks.filter { !$0.isHidden }
        self.chosen = chosen
        self.applied = applied
    }

    /// Where the list begins.
    public var startIndex: Int { listed.startIndex }
    /// Where it ends.
    public var endIndex: Int { listed.endIndex }
    /// The track at a place.
    public subscript(position: Int) -> Track { listed[position] }

    /// The tracks of a kind, in the order of the medium.
    public subscript(kind: Track.Kind) -> [Track] { filter { $0.kind == kind } }
    /// The track of this name; nil when there is none.
    public subscript(id id: Track.ID) -> Track? { all.first { $0.id == id } }
}

/// Up to one track of each kind.
public struct TrackSelection: Sendable, Hashable, Codable {
    /// The pictures.
    public var video: Track.ID?
    /// The sound.
    public var audio: Track.ID?
    /// The text.
    public var subtitles: Track.ID?

    /// A selection.
    public init(video: Track.ID? = nil, audio: Track.ID? = nil, subtitles: Track.ID? = nil) {
        self.video = video
        self.audio = audio
        self.subtitles = subtitles
    }

    /// The track of a kind.
    public subscript(kind: Track.Kind) -> Track.ID? {
        get {
            switch kind {
            case .video: video
            case .audio: audio
            case .subtitles: subtitles
            }
        }
        set {
            switch kind {
            case .video: video = newValue
            case .audio: audio = newValue
            case .subtitles: subtitles = newValue
            }
        }
    }

    /// Whether a track is selected.
    public func contains(_ track: Track) -> Bool { self[track.kind] == track.id }
}

extension Track {
    /// Whether it comes and goes with the sound, and is no choice of its own.
    package var isHidden: Bool { kind == .subtitles && isForced }
}
