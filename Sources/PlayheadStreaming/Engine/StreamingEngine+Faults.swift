internal import AdaptiveStreaming
internal import PlayheadCore
internal import PlayheadNetwork

/// The handling of resources that cannot be fetched.
extension StreamingEngine {
    /// Whether the resource is a playlist that was fetched before.
    func isKnownPlaylist(_ job: StreamFetch) -> Bool {
        if job.purpose == .nextPlaylist { return true }
        guard case .playlist(let role) = job.purpose else { return false }
        return loaders[role]?.playlist != nil
    }

    /// Whether substitutes exist that were not tried yet.
    func mayHaveSubstitutes(_ job: StreamFetch) -> Bool {
        switch job.purpose {
        case .playlist(let role): !alternatives(to: job.reference, role).isEmpty
        case .segment(.main):
            addresses(of: job.target.uri).count > 1
                || order.recovery.missingSegment != .wait && job.received == 0 && variants.count > 1
                    && detour == nil && loaders[.main]?.timeline.isComplete == true
        default: job.isOfFile && addresses(of: job.target.uri).count > 1
        }
    }

    /// Substitutes on other hosts than the unreachable one, one for each host, the best last.
    func elsewhere(than job: StreamFetch, after fault: FetchFault) -> [Reference] {
        let others: [Reference]
        if case .playlist(let role) = job.purpose, loaders[role]?.playlist == nil {
            others = alternatives(to: job.reference, role)
        } else {
            others = twins(of: job)
        }
        var hosts = Set(
            [job.reference.uri, fault.error.uri].compactMap { $0.flatMap(HTTPURL.init)?.host })
        return others.filter { other in
            HTTPURL(other.uri).map { hosts.insert($0.host).inserted } ?? false
        }.reversed()
    }

    /// Substitutes for a resource that was given up, the best first.
    mutating func substitutes(for job: StreamFetch, after fault: FetchFault) -> [Reference] {
        if job.isOfFile { return twins(of: job) }
        guard case .playlist(let role) = job.purpose else { return [] }
        let others = alternatives(to: job.reference, role)
        guard !others.isEmpty, loaders[role]?.playlist != nil else { return others }
        // The playlist may come back. The first failure has no substitute, and each later failure has one.
        loaders[role]?.failures += 1
        let failures = loaders[role]?.failures ?? 0
        let host = HTTPURL(job.reference.uri)?.host
        let fitting = fault.isOfHost ? others.filter { HTTPURL($0.uri)?.host != host } : others
        guard failures >= Self.mostFailures, !fitting.isEmpty else { return [] }
        return [fitting[(failures - Self.mostFailures) % fitting.count]]
    }

    /// The number of consecutive failures of a known playlist before a substitute is requested.
    static var mostFailures: Int { 2 }

    /// Substitutes for a playlist, the best first.
    func alternatives(to reference: Reference, _ role: StreamRole) -> [Reference] {
        guard reference.kind == .playlist, let playlist = multivariant?.playlist else { return [] }
        if role == .main {
            guard let variant = playlist.variants.first(where: { $0.index == reference.variant }) else {
                return []
            }
            return playlist.alternatives(to: variant, order.quality).compactMap { self.reference($0) }
        }
        guard let rendition = playlist.renditions.first(where: { $0.index == reference.place }) else {
            return []
        }
        return playlist.alternatives(to: rendition).compactMap { self.reference($0) }
    }

    /// Handles a resource for which all tries have failed.
    mutating func giveUp(_ job: StreamFetch, _ fault: FetchFault) {
        let error = fault.error
        switch job.purpose {
        case .item: fail(error)
        case .clock(let place): askClock(place + 1)
        case .nextPlaylist: refuseVariant()
        case .playlist(let role), .index(let role, _): giveUpPlaylist(of: role, job, fault)
        case .map, .key:
            // The segment that needs this resource cannot be read, nor can the segments after it.
            breakOff(error)
        case .segment(let role): giveUpSegment(of: role, job, fault)
        }
    }

    private mutating func giveUpPlaylist(of role: StreamRole, _ job: StreamFetch, _ fault: FetchFault) {
        if case .index = job.purpose, role == .main, nextVariant != nil { return refuseVariant() }
        loaders[role]?.isFetchingPlaylist = false
        if fault.kind == .refused { return fail(fault.error) }
        let isKnown = loaders[role]?.playlist != nil
        if role == .subtitles {
            if !isKnown || loaders[role]?.failures ?? 0 >= Self.mostFailures {
                let status = fault.status.map { ", status \($0)" } ?? ""
                warn(
                    .missingText(
                        "The subtitles cannot be had, and are left out: "
                            + (fault.error.uri ?? job.reference.uri) + status,
                        hint: fault.error.hint, of: job.reference.name))
                loaders[role]?.isDead = true
                return
            }
        }
        guard isKnown else { return fail(fault.error) }
        // The known version of the playlist is played on, and the playlist is requested again.
        scheduleReload(role, isNew: false)
    }

    private mutating func giveUpSegment(of role: StreamRole, _ job: StreamFetch, _ fault: FetchFault) {
        guard let loader = loaders[role], let load = loader.segment, load.body == job.request else { return }
        let error = fault.error
        let isText = job.reference.kind == .subtitles
        let isFirst = !loader.hasBegun && !load.hasSamples
        // The buffered samples are played until the first sample with the missing key.
        if error.code == .unsupportedEncryption, outputs.values.contains(where: { $0.end != nil }) {
            return breakOff(error)
        }
        if fault.kind == .refused || (fault.isDenial && !hasSegments)
            || (!isText && order.recovery.missingSegment == .stop && isFirst)
        {
            return fail(error)
        }
        if !isText, order.recovery.missingSegment == .wait { return breakOff(error) }
        if role == .main, !load.hasSamples, takeDetour(around: load, after: fault, job) { return }
        lastLoss = error
        if let part = job.reference.part { act(.report(.missing(part, error))) }
        if !isText, order.recovery.missingSegment == .stop {
            // A part of the segment may have arrived.
            let received = tracks(of: role).compactMap { queues[$0]?.end }.max() ?? 0
            let limit = max(load.interval.lowerBound, .nanoseconds(received))
            loadLimit = min(loadLimit ?? limit, limit)
            return complete(role)
        }
        passOver(role)
        if role == .main { endDetour(hasCome: false) }
    }
}
