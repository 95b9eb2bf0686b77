internal import Synchronization

/// What a gateway knows of the streams of its item, by the numbers of their playlists.
final class StreamHall: Sendable {
    private struct State {
        /// The playlists as they were given last.
        var playlists: [Int: String] = [:]
        /// How often in a row one could not be had that was had before.
        var failures: [Int: Int] = [:]
        var timelines: [Int: (place: StreamPlace, timeline: PlaylistTimeline)] = [:]
        /// Where the pipeline was let begin.
        var beginning: Duration?
        /// What the pipeline was given of each playlist.
        var parts: [Int: StreamPart] = [:]
        var multivariant: (playlist: MultivariantPlaylist, address: WebAddress)?
        var variant: Int?
        /// Playlists that were read for a part that another one lacks, by their addresses.
        var twins: [String: (playlist: MediaPlaylist, address: WebAddress)] = [:]
        /// Variants of which a part was taken from another one.
        var replaced: Set<Int?> = []
        /// Playlists of texts that are given up.
        var silenced: Set<Int> = []
        /// The manifest of DASH that the playlists are made of.
        var manifest: ManifestVersion?
        var indexes: [DASHManifest.IndexedFile: SegmentIndex] = [:]
        /// By where a stream has its place, whichever variant it is.
        var numberings: [StreamPlace: DASHNumbering] = [:]
        /// Playlists that others stand in for, because their hosts were out of reach; and whether one is being asked for.
        var originals: [Int: (reference: Reference, isAsked: Bool)] = [:]
    }

    /// Where the timestamps of its parts have to be.
    let clocks = FragmentClocks()
    private let beginning: LiveBeginning
    private let origin: StreamOrigin
    private let state = Mutex(State())

    init(_ beginning: LiveBeginning, _ origin: StreamOrigin) {
        self.beginning = beginning
        self.origin = origin
    }

    // MARK: Playlists

    /// A playlist as it was given last.
    func lastGood(_ number: Int) -> String? { state.withLock { $0.playlists[number] } }

    func keep(_ playlist: String, of number: Int) {
        state.withLock { state in
            state.playlists[number] = playlist
            state.failures[number] = nil
        }
    }

    /// A playlist that was had before could not be had; how often in a row.
    func noteFailure(of number: Int) -> Int {
        state.withLock { state in
            state.failures[number, default: 0] += 1
            return state.failures[number] ?? 0
        }
    }

    /// The playlist that names the streams, with whole addresses, and where it came from.
    var multivariant: (playlist: MultivariantPlaylist, address: WebAddress)? {
        get { state.withLock(\.multivariant) }
        set { state.withLock { $0.multivariant = newValue } }
    }

    /// What pictures and sound are in, where all variants say the same.
    var formats: [Track.Kind: String] {
        multivariant?.playlist.commonCodecs ?? [:]
    }

    /// A part of a variant's own has come; what is known of it, if it is another one than before.
    func news(of variant: Int) -> StreamVariant? {
        state.withLock { state in
            defer { state.variant = variant }
            if state.variant == variant { return nil }
            let known = state.multivariant?.playlist.variants.first { $0.index == variant }
            return known.map { StreamVariant($0) } ?? StreamVariant(index: variant)
        }
    }

    /// Whether a playlist of texts was given up before.
    func isSilenced(_ number: Int) -> Bool { state.withLock { $0.silenced.contains(number) } }
    func silence(_ number: Int) {
        state.withLock { if $0.silenced.insert(number).inserted { $0.parts[number] = nil } }
    }

    /// The last version of a variant's own playlist.
    var latestOfVariant: MediaPlaylist? {
        state.withLock { state in
            state.timelines.values.filter { $0.place.rendition == nil }.compactMap(\.timeline.latest)
                .max { $0.numbers.upperBound < $1.numbers.upperBound }
        }
    }

    /// Whether the item was complete from the beginning.
    var isOnDemand: Bool { state.withLock { $0.beginning == nil } && beginning.position == nil }

    /// A variant's own playlist, if the item was complete from the beginning.
    func onDemand(_ variant: Int?) -> MediaPlaylist? {
        state.withLock { state in
            guard state.beginning == nil, beginning.position == nil else { return nil }
            let own = state.timelines.values.first { $0.place == StreamPlace(variant: variant) }
            return own?.timeline.latest.flatMap { $0.isComplete ? $0 : nil }
        }
    }

    /// A playlist has lost its place to another one.
    func keepOriginal(_ reference: Reference, of number: Int) {
        state.withLock { state in
            if state.originals[number] == nil { state.originals[number] = (reference, false) }
        }
    }

    /// The playlist that another one stands in for in a stream that goes on, for one who asks for it.
    func originalToAsk(of number: Int) -> Reference? {
        state.withLock { state in
            guard let original = state.originals[number], !original.isAsked,
                state.timelines[number]?.timeline.latest?.isComplete == false
            else { return nil }
            state.originals[number]?.isAsked = true
            return original.reference
        }
    }

    /// Who asked for it has been answered.
    func noteOriginal(of number: Int, isBack: Bool) {
        state.withLock {
            $0.originals[number] = isBack ? nil : $0.originals[number].map { ($0.reference, false) }
        }
    }

    func isFirstTwin(for variant: Int?) -> Bool {
        state.withLock { $0.replaced.insert(variant).inserted }
    }

    func twin(_ uri: String) -> (MediaPlaylist, WebAddress)? { state.withLock { $0.twins[uri] } }
    func keepTwin(_ twin: (MediaPlaylist, WebAddress), of uri: String) {
        state.withLock { $0.twins[uri] = twin }
    }

    // MARK: Manifests

    var manifest: ManifestVersion? {
        get { state.withLock(\.manifest) }
        set { state.withLock { $0.manifest = newValue } }
    }

    func keep(_ index: SegmentIndex, of file: DASHManifest.IndexedFile) {
        state.withLock { $0.indexes[file] = index }
    }
    func hasIndex(of file: DASHManifest.IndexedFile) -> Bool { state.withLock { $0.indexes[file] != nil } }

    /// The segments of a stream of a manifest.
    func playlist(
        of choice: DASHChoice, in manifest: DASHManifest, at place: StreamPlace, now: Duration, limit: Int
    ) -> MediaPlaylist {
        state.withLock { state in
            var place = place
            place.variant = nil
            return manifest.media(
                choice, at: now, indexes: state.indexes, limit: limit,
                &state.numberings[place, default: DASHNumbering()])
        }
    }

    // MARK: Places

    /// Where the parts of a version of a playlist lie.
    struct Taking {
        var timeline: PlaylistTimeline
        /// Whether there is something in it that the pipeline was not told of.
        var isNew: Bool
        /// Whether the version is older than what was known.
        var isOld: Bool
        /// Whether the server began to count anew.
        var isInterrupted: Bool
    }

    /// Gives the parts of a version of a playlist their places.
    func take(_ playlist: MediaPlaylist, of number: Int, at place: StreamPlace) -> Taking {
        state.withLock { state in
            let own = state.timelines[number].flatMap { $0.place == place ? $0.timeline : nil }
            var timeline =
                own ?? beginning.timelines[place] ?? kin(of: place, in: state).map(PlaylistTimeline.init)
                ?? PlaylistTimeline()
            let isKnown = timeline.latest == playlist
            let isNew = timeline.isNew
            let news = timeline.take(playlist)
            state.timelines[number] = (place, timeline)
            return Taking(
                timeline: timeline,
                isNew: own == nil || news != .none && news != .moved(added: 0),
                isOld: news == .none && !isKnown,
                isInterrupted: news == .restarted && !isNew)
        }
    }

    /// Variants of one stream lie on one timeline: that of the one that is known best.
    private func kin(of place: StreamPlace, in state: State) -> PlaylistTimeline? {
        guard place.rendition == nil || place.isSilent else { return nil }
        let others = state.timelines.values.filter { $0.place.rendition == nil }.map(\.timeline)
        let before = beginning.timelines.filter { $0.key.rendition == nil }.map(\.value)
        func end(_ timeline: PlaylistTimeline) -> Duration { timeline.entries.last?.end ?? .zero }
        return (others.isEmpty ? before : others).max { end($0) < end($1) }
    }

    /// Where the parts of all streams lie.
    var timelines: [StreamPlace: PlaylistTimeline] {
        Dictionary(state.withLock { Array($0.timelines.values) }) { first, _ in first }
    }

    /// What the pipeline is given of a stream that goes on: it begins where the first part of this is. Nil for all of it.
    func part(
        of playlist: MediaPlaylist, on taking: Taking, _ number: Int, hasParts: Bool
    ) -> MediaPlaylist? {
        let timeline = taking.timeline
        return state.withLock { state in
            guard !playlist.isComplete || state.beginning != nil || beginning.position != nil else {
                return nil
            }
            var part: StreamPart
            if let known = state.parts[number] {
                part = known
            } else {
                // Other playlists begin where the first one does.
                var beginning = beginning
                beginning.position = state.beginning ?? beginning.position
                guard let first = beginning.first(of: playlist, on: timeline) else { return nil }
                part = StreamPart(first: first + timeline.shift)
                if state.beginning == nil, let start = timeline.interval(of: first)?.lowerBound {
                    state.beginning = start
                    origin.position = start
                }
            }
            part.take(
                playlist, on: timeline, upTo: hasParts ? .max : StreamPart.beginning,
                isInterrupted: taking.isInterrupted)
            state.parts[number] = part
            return part.playlist(like: playlist, on: timeline)
        }
    }
}
