internal import Dispatch
public import PlayheadCore
internal import PlayheadNetwork
internal import Synchronization

/// All subtitles of one track.
public struct SubtitleTranscript: Sendable, Equatable, Codable {
    /// The track.
    public var track: Track
    /// The subtitles, in the order of their starts.
    public var cues: [SubtitleCue]
    /// Warnings about missing subtitles: the medium is cut off, or a segment of the track is missing. Empty
    /// if all were read.
    public var missing: [PlayerWarning]

    /// Creates a transcript.
    public init(track: Track, cues: [SubtitleCue], missing: [PlayerWarning] = []) {
        self.track = track
        self.cues = cues
        self.missing = missing
    }
}

extension MediaItem {
    /// Reads all subtitles of a medium, and of its subtitle files, without playing it.
    ///
    /// A file is read at the maximum speed, without decoding video and audio. An adaptive stream is decoded
    /// at the maximum speed, and only the track that `choose` returns is read.
    ///
    /// Bitmap subtitles (``Track/hasText``) give an empty list. Tracks have the same names as in a player
    /// (``Player/tracks``), and subtitles the same times. Cancelling the task ends the reading.
    ///
    /// - Parameters:
    ///   - patience: the maximum silence of a server.
    ///   - policy: the URIs that may be fetched from a network; ``network`` has the options of the item.
    ///   - recovery: the handling of network failures.
    ///   - choose: the track to read, if only one can be read; nil for none. The default is the track that a
    ///     player would show.
    /// - Throws: ``PlayerError`` if it cannot be read, or is no medium. A medium without subtitles gives an
    ///   empty result. ``SubtitleTranscript/missing`` lists subtitles that could not be read.
    public func subtitles(
        patience: Duration = .seconds(20), policy: NetworkPolicy = NetworkPolicy(),
        recovery: NetworkRecovery = NetworkRecovery(),
        choose: (@Sendable ([Track]) -> Track.ID?)? = nil
    ) async throws(PlayerError) -> [SubtitleTranscript] {
        var transcripts: [SubtitleTranscript]
        var access = NetworkAccess(network ?? NetworkOptions(), policy, recovery)
        let isNamedList = SourceKind(uri: uri) != .progressive
        if !isNamedList, let read = try await subtitlesByReading(access, patience: patience) {
            transcripts = read
        } else {
            transcripts = try await subtitlesByPlaying(access) { tracks in
                choose.map { $0(tracks) } ?? TrackSelectionParameters().selection(of: tracks).subtitles
            }
        }
        let embedded = transcripts.count
        access.home = uri
        for (index, file) in subtitleFiles.enumerated() {
            let track = SidecarSubtitle(file).track(Track.ID(.subtitles, embedded + index + 1))
            transcripts.append(
                SubtitleTranscript(track: track, cues: try await file.cues(access).map { $0.of(track.id) }))
        }
        return transcripts
    }

    /// Nil if the resource is a playlist or a manifest.
    private func subtitlesByReading(
        _ access: NetworkAccess, patience: Duration
    ) async throws(PlayerError) -> [SubtitleTranscript]? {
        let queue = DispatchQueue(label: "playhead.texts", qos: .userInitiated)
        let reading = SubtitleExtractor(of: uri, source: source?.source, access: access, queue: queue)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                reading.begin(patience: patience) { continuation.resume(returning: $0) }
            }
        } onCancel: {
            reading.giveUp()
        }
        if reading.isList { return nil }
        let missing = reading.shortfall.map { [PlayerWarning($0)] } ?? []
        return try result.get().map {
            SubtitleTranscript(track: $0.track, cues: $0.schedule.cues, missing: missing)
        }
    }

    /// Plays the item on a virtual clock, without outputs.
    private func subtitlesByPlaying(
        _ access: NetworkAccess, _ choose: @escaping @Sendable ([Track]) -> Track.ID?
    ) async throws(PlayerError) -> [SubtitleTranscript] {
        var configuration = PlayerConfiguration()
        configuration.video = .none
        configuration.audio = .none
        configuration.clock = .virtual(VirtualClock())
        configuration.network = access.options
        configuration.networkPolicy = access.policy
        configuration.networkRecovery = access.recovery
        let player = Player(configuration: configuration)
        let shown = Mutex<[SubtitleCue]>([])
        let missing = Mutex<[PlayerWarning]>([])
        let chronicle = player.chronicle(positions: false) { events, snapshot in
            shown.withLock { $0 += snapshot.subtitleCues }
            for case .warning(let warning) in events where warning.code == .missingText {
                // The second load requests a missing segment again.
                missing.withLock { if !$0.contains(warning) { $0.append(warning) } }
            }
        }
        let events = player.events
        let track = await withTaskCancellationHandler {
            await player.playsThrough(MediaItem(uri: uri), events, choose)
        } onCancel: {
            player.close()
        }
        let error = player.error
        // Subtitles that arrived too late to be shown are in the transcript.
        let known = player.transcript ?? []
        await player.close()
        chronicle.cancel()
        if let error, error.code != .truncated { throw error }
        guard let track else { return [] }
        let cues = CueSchedule((shown.withLock(\.self) + known).filter { $0.track == track.id }).cues
        let shortfall = error.map { [PlayerWarning($0)] } ?? []
        // Each load may begin with another track than the chosen one.
        let own = missing.withLock { $0.filter { $0.title == nil || $0.title == track.title ?? $0.title } }
        return [SubtitleTranscript(track: track, cues: cues, missing: own + shortfall)]
    }
}

extension Player {
    /// Plays an item from its beginning to its end with the subtitle track that `choose` returns. Returns
    /// this track.
    fileprivate func playsThrough(
        _ item: MediaItem, _ events: some AsyncSequence<PlayerEvent, Never>,
        _ choose: @Sendable ([Track]) -> Track.ID?
    ) async -> Track? {
        var chosen: Track?
        load(item)
        for await event in events {
            switch event {
            case .ready where chosen == nil:
                guard let name = choose(tracks.all) else { return nil }
                chosen = tracks.all.first { $0.id == name }
                guard chosen != nil else { return nil }
                if tracks.applied.subtitles == name {
                    play()
                } else {
                    // Loads again: of an adaptive stream only the chosen subtitle track is fetched.
                    var other = item
                    other.tracks.subtitles = name
                    load(other, autoplay: true)
                }
            case .finished(.replaced): continue
            case .finished: return chosen
            default: continue
            }
        }
        return nil
    }
}
