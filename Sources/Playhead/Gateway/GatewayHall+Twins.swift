internal import NIOCore
internal import NIOHTTP1

/// The same part of a stream on demand in another variant, for where it cannot be had.
extension GatewayHall {
    /// Parts that hold the same stretch, the best first. None where it is encrypted, or shares a file with others.
    ///
    /// - Parameter hosts: those that are out of reach: nothing of them is asked for.
    func twins(of reference: Reference, besides hosts: Set<String> = []) async -> [Reference] {
        guard reference.kind == .part, reference.isOfVariant, let part = reference.part,
            let (playlist, address) = streams.multivariant,
            let variant = playlist.variants.first(where: { $0.index == reference.variant }),
            let own = streams.onDemand(reference.variant)?.segment(reference.place ?? -1),
            own.key == nil, own.range == nil
        else { return [] }
        var twins: [Reference] = []
        for other in playlist.alternatives(to: variant, order.quality).prefix(Self.mostTwins) {
            let place = Reference(
                .variant(other), of: Reference(uri: address.text, kind: .medium), at: address)
            guard streams.twin(place.uri) != nil || !place.lies(on: hosts),
                let (playlist, address) = await read(place),
                let segment = playlist.segment(over: part.interval), segment.key == nil, segment.range == nil,
                other.facts == variant.facts || (own.map == nil && segment.map == nil)
            else { continue }
            var twin = reference
            (twin.uri, twin.source, twin.variant) = (segment.uri, address, other.index)
            if !twin.lies(on: hosts) { twins.append(twin) }
        }
        return twins
    }

    private static let mostTwins = 2

    /// A variant's playlist, with whole addresses, and where it came from; nil where it cannot be had, or is not complete.
    private func read(_ reference: Reference) async -> (MediaPlaylist, WebAddress)? {
        if let known = streams.twin(reference.uri) { return known }
        guard let found = await playlist(at: reference), found.0.isComplete else { return nil }
        streams.keepTwin(found, of: reference.uri)
        return found
    }

    /// The same, complete or not, asked for once.
    func playlist(at reference: Reference) async -> (MediaPlaylist, WebAddress)? {
        guard let address = WebAddress(reference.uri) else { return nil }
        let limit = order.policy.maximumPlaylistSize
        guard
            let (body, outcome) = try? await fetcher.fetchWhole(
                reference.uri, from: reference.source, limit: limit,
                excess: NetworkPolicy.longPlaylist(limit, address)),
            case .media(let playlist)? = try? HLSPlaylist.parse(
                body, limits: HLSLimits(order.policy), address: outcome.address.text,
                imported: streams.multivariant?.playlist.variables)
        else { return nil }
        return (playlist.resolved { WebAddress($0, in: outcome.address)?.text ?? $0 }, outcome.address)
    }
}

extension Reference {
    fileprivate func lies(on hosts: Set<String>) -> Bool {
        WebAddress(uri).map { hosts.contains($0.host) } ?? false
    }
}

extension MediaPlaylist {
    /// The segment that lies over an interval and nothing else, but for a tenth of a second; of a playlist that begins at 0.
    fileprivate func segment(over interval: Range<Duration>) -> Segment? {
        var start = Duration.zero
        for segment in segments {
            let end = start + segment.duration
            if start > interval.lowerBound + Self.tolerance { return nil }
            if start > interval.lowerBound - Self.tolerance {
                return abs((end - interval.upperBound) / Self.tolerance) < 1 ? segment : nil
            }
            start = end
        }
        return nil
    }

    private static let tolerance: Duration = .milliseconds(100)
}
