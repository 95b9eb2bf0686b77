/// The tracks of an item, with the chosen and the applied selection.
///
/// The chosen selection is the request of a command or of ``TrackPreferences``; the applied one is presented.
/// They differ until a selection takes effect. Forced subtitles belong to the audio in their language and are
/// not listed.
public struct TrackList: Sendable, Equatable, Codable, RandomAccessCollection {
    /// The requested selection.
    public package(set) var chosen = TrackSelection()
    /// The presented selection.
    public package(set) var applied = TrackSelection()
    /// All tracks, including unlisted ones.
    package private(set) var all: [Track] = []
    private var listed: [Track] = []

    /// An empty list.
    public init() {}

    package init(_ tracks: [Track], chosen: TrackSelection = .init(), applied: TrackSelection = .init()) {
        all = tracks
        listed = tracks.filter { !$0.isHidden }
        self.chosen = chosen
        self.applied = applied
    }

    /// The first index.
    public var startIndex: Int { listed.startIndex }
    /// The index after the last track.
    public var endIndex: Int { listed.endIndex }
    /// The track at an index.
    public subscript(position: Int) -> Track { listed[position] }

    /// The tracks of a kind, in the order of the medium.
    public subscript(kind: Track.Kind) -> [Track] { filter { $0.kind == kind } }
    /// The track with an identifier; nil if absent.
    public subscript(id id: Track.ID) -> Track? { all.first { $0.id == id } }
}

/// At most one track of each kind.
public struct TrackSelection: Sendable, Hashable, Codable {
    /// The video track.
    public var video: Track.ID?
    /// The audio track.
    public var audio: Track.ID?
    /// The subtitle track.
    public var subtitles: Track.ID?

    /// Makes a selection.
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
    /// Whether the track depends on the audio track and is not selectable.
    package var isHidden: Bool { kind == .subtitles && isForced }
}
