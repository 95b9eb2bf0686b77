internal import NIOCore
internal import NIOHTTP1

/// What hlsdemux2 begins with (1.22.0): the first variant that it is given, the sound that goes with it, and of each the first part.
extension HeadStarts {
    /// The item's playlist has come.
    func readItem(_ outcome: Fetcher.Outcome, _ body: [ByteBuffer]) {
        guard order.fetchesAhead, let playlist = read(outcome, body, importing: nil) else { return }
        switch playlist {
        case .media(let playlist): askForBeginning(of: playlist, in: outcome, named: order.uri)
        case .multivariant(let playlist):
            let safe = playlist.resolved(Self.places(in: outcome)).safe(order.quality).playlist
            guard let variant = safe.variants.first else { return }
            askForPlaylist(variant.uri, in: outcome, importing: playlist.variables)
            let sounds = safe.renditions.filter { $0.kind == .audio && $0.group == variant.audio }
            let sound = sounds.first(where: \.isDefault) ?? (sounds.count == 1 ? sounds.first : nil)
            if let uri = sound?.uri { askForPlaylist(uri, in: outcome, importing: playlist.variables) }
        }
    }

    private func askForPlaylist(
        _ uri: String, in item: Fetcher.Outcome, importing variables: [String: String]
    ) {
        ask(for: uri, from: item.address, isPlaylist: true) { [weak self] outcome, body in
            guard let self, case .media(let playlist)? = read(outcome, body, importing: variables) else {
                return
            }
            askForBeginning(of: playlist, in: outcome, named: uri)
        }
    }

    /// A playlist has come that names parts.
    private func askForBeginning(of playlist: MediaPlaylist, in outcome: Fetcher.Outcome, named uri: String) {
        if !playlist.isComplete {
            let question = HeadStart.Question(uri: uri, isPlaylist: true)
            limit(question, to: order.time.now + playlist.targetDuration / 2)
        }
        guard let first = beginning(of: playlist.resolved(Self.places(in: outcome))), !first.isGap else {
            return
        }
        if let map = first.map { ask(for: map.uri, range: map.range, from: outcome.address) }
        if let key = first.key { ask(for: key.uri, from: outcome.address) }
        ask(for: first.uri, range: first.range, from: outcome.address)
    }

    /// The part that the pipeline begins with; nil where that is not sure.
    private func beginning(of playlist: MediaPlaylist) -> MediaPlaylist.Segment? {
        // A load that goes on elsewhere, or is told to begin there.
        guard order.beginning.position == nil, order.beginning.timelines.isEmpty, playlist.start == nil else {
            return nil
        }
        if playlist.isComplete { return playlist.segments.first }
        var timeline = PlaylistTimeline()
        _ = timeline.take(playlist)
        return order.beginning.first(of: playlist, on: timeline).flatMap(playlist.segment)
    }

    private func read(
        _ outcome: Fetcher.Outcome, _ body: [ByteBuffer], importing variables: [String: String]?
    ) -> HLSPlaylist? {
        let address = outcome.address
        let limit = order.policy.maximumPlaylistSize
        guard
            let plain = try? PlainBody(
                outcome.head.headers, at: address, limit: limit,
                excess: NetworkPolicy.longPlaylist(limit, address)),
            let pieces = try? body.map(plain.take), plain.fault == nil
        else { return nil }
        let bytes = pieces.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) }
        guard MediumStart(bytes).isPlaylist else { return nil }
        return try? HLSPlaylist.parse(
            MediumStart.plain(bytes), limits: HLSLimits(order.policy), address: address.text,
            imported: variables)
    }

    private static func places(in outcome: Fetcher.Outcome) -> (String) -> String {
        { WebAddress($0, in: outcome.address)?.text ?? $0 }
    }
}
