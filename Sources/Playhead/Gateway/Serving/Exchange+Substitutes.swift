/// What is asked for in the place of something that cannot be had.
extension Exchange {
    /// What may be asked for in the place of what is given up, the best first.
    func substitutes(after fault: FetchFault) async -> [Reference] {
        if relay.isHeadSent { return [] }
        return relay.isPlaylist ? alternatives(after: fault) : await hall.twins(of: reference)
    }

    /// Whether something else may stand in its place, which nobody has been asked for yet.
    var mayHaveSubstitutes: Bool {
        if relay.isPlaylist { return !hall.alternatives(to: reference).isEmpty }
        return reference.kind == .part && order.recovery.missingPart != .wait && !relay.isHeadSent
            && reference.isOfVariant && hall.streams.onDemand(reference.variant) != nil
            && hall.hasVariants
    }

    /// What holds the same on other hosts than one that is out of reach, one of each, the best last.
    func elsewhere(than own: Reference, after fault: FetchFault) async -> [Reference] {
        guard !relay.isPlaylist || hall.streams.lastGood(number) == nil else { return [] }
        var hosts = Set([own.uri, fault.error.uri].compactMap { $0.flatMap(WebAddress.init)?.host })
        let others =
            relay.isPlaylist
            ? hall.alternatives(to: reference) : await hall.twins(of: reference, besides: hosts)
        return others.filter { other in
            WebAddress(other.uri).map { hosts.insert($0.host).inserted } ?? false
        }.reversed()
    }

    /// What may be asked for in the place of a playlist. Where it was had before, that is nothing the first time, and then one at a time: it
    /// may come back. Where its host is out of reach, that is what lies on another one.
    private func alternatives(after fault: FetchFault) -> [Reference] {
        let others = hall.alternatives(to: reference)
        guard !others.isEmpty, hall.streams.lastGood(number) != nil else { return others }
        let failures = hall.streams.noteFailure(of: number)
        let host = WebAddress(reference.uri)?.host
        let fitting = fault.isOfHost ? others.filter { WebAddress($0.uri)?.host != host } : others
        guard failures >= Self.mostFailures, !fitting.isEmpty else { return [] }
        return [fitting[(failures - Self.mostFailures) % fitting.count]]
    }

    /// How often in a row a known playlist may not be had until another one is asked for.
    static var mostFailures: Int { 2 }
}
