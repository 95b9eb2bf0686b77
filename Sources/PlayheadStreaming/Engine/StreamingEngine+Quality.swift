internal import AdaptiveStreaming
internal import PlayheadCore
internal import PlayheadNetwork

/// Which variant is loaded.
extension StreamingEngine {
    /// Chooses the variant of the next segment. Until its playlist is there, the one before goes on.
    mutating func chooseVariant() {
        if let home = displaced, nextVariant == nil, detour == nil, unusable[home.index] ?? .zero <= now {
            displaced = nil
            // What was complete does not come back.
            if loaders[.main]?.timeline.isComplete == false { return change(to: home) }
        }
        guard nextVariant == nil, detour == nil, variants.count > 1, order.quality.variant == nil,
            let variant,
            let loader = loaders[.main], loader.hasBegun, let best = preferred(over: variant),
            best.index != variant.index
        else { return }
        change(to: best)
    }

    /// The variant that the network bears.
    private func preferred(over variant: MultivariantPlaylist.Variant) -> MultivariantPlaylist.Variant? {
        guard let rate = order.isVirtual ? bandwidth ?? .infinity : bandwidth else { return nil }
        let safe = rate * Self.share
        let usable = variants.filter { unusable[$0.index].map { $0 <= now } ?? true }
        let fitting = usable.filter { Double($0.measure) <= safe }
        let best =
            fitting.max { $0.measure < $1.measure } ?? usable.min { $0.measure < $1.measure } ?? variant
        if best.measure > variant.measure {
            // Only where what is held lasts while the larger segments come.
            return isComfortable || order.isVirtual ? best : variant
        }
        return best
    }

    /// Whether what is held lasts while something larger comes.
    var isComfortable: Bool {
        (loaders[.main]?.loadedUntil ?? .zero) - .nanoseconds(position) >= Self.reserve
    }

    /// Asks for the playlist of another variant.
    private mutating func change(to next: MultivariantPlaylist.Variant) {
        guard let reference = reference(next) else { return }
        nextVariant = next
        if let known = playlists[reference.uri] {
            nextPlaylist = (known.playlist, known.address, reference)
        } else if let choice = RepresentationAddress(in: reference.uri), let manifest,
            !manifest.manifest.isLive
        {
            takeChoice(choice, for: .nextPlaylist, reference)
        } else {
            begin(.nextPlaylist, reference)
        }
    }

    /// Loads the next variant from here on.
    mutating func swapVariant() {
        guard let next = nextVariant, let ready = nextPlaylist, let old = loaders[.main] else { return }
        for (request, job) in jobs where job.purpose == .playlist(.main) { drop(request) }
        var loader = StreamLoader(.main, ready.reference)
        loader.hasBegun = true
        loader.tracks = old.tracks
        loader.earlyGaps = old.earlyGaps
        keptTimeline = old.timeline
        resumeAt = old.loadedUntil
        (variant, nextVariant, nextPlaylist) = (next, nil, nil)
        loaders[.main] = loader
        let job = knownJob(.playlist(.main), ready.reference)
        do throws(FetchFault) {
            try take(ready.playlist, of: .main, job, at: ready.address)
        } catch {
            giveUp(job, error)
        }
    }

    // MARK: Segments of other variants

    /// Takes a segment from another variant, where this one lacks it and all of the stream is there; false where there is none left.
    mutating func takeDetour(around load: SegmentLoad, after fault: FetchFault, _ job: StreamFetch) -> Bool {
        guard order.recovery.missingSegment != .wait, fault.kind != .refused,
            loaders[.main]?.timeline.isComplete == true, load.segment.key == nil, let variant
        else { return false }
        var next =
            detour
            ?? Detour(
                home: variant, interval: load.interval, tried: [variant.index], fault: fault,
                part: job.reference.part)
        guard let other = alternative(to: next) else { return false }
        next.tried.insert(other.index)
        detour = next
        drop(load)
        loaders[.main]?.segment = nil
        loaders[.main]?.isBroken = true
        change(to: other)
        return true
    }

    private func alternative(to detour: Detour) -> MultivariantPlaylist.Variant? {
        multivariant?.playlist.alternatives(to: detour.home, order.quality).prefix(Self.mostDetours).first {
            !detour.tried.contains($0.index)
        }
    }

    /// The segment has come from another variant, or from none: the one before is played on.
    mutating func endDetour(hasCome: Bool) {
        guard let ended = detour else { return }
        detour = nil
        if hasCome, detoured.insert(ended.home.index).inserted {
            let words = (ended.fault.error.uri ?? "") + ended.fault.words
            warn(
                PlayerWarning(
                    "A segment of a variant is unavailable; playing the segment of another variant: \(words)",
                    hint: ended.fault.error.hint))
        }
        if variant?.index != ended.home.index { change(to: ended.home) }
    }

    /// The playlist of the next variant cannot be had: the one before goes on.
    mutating func refuseVariant() {
        guard let refused = nextVariant else { return }
        (nextVariant, nextPlaylist) = (nil, nil)
        if loaders[.main]?.timeline.isComplete == true {
            variants.removeAll { $0.index == refused.index }
        } else {
            unusable[refused.index] = now + Self.rest
            if variant?.index != refused.index { displaced = refused }
        }
        guard var ended = detour else { return }
        if let other = alternative(to: ended) {
            ended.tried.insert(other.index)
            detour = ended
            return change(to: other)
        }
        detour = nil
        lastLoss = ended.fault.error
        if let part = ended.part { act(.report(.missing(part, ended.fault.error))) }
        leaveOut(ended.interval)
    }

    /// How long a variant is left alone whose playlist could not be had, in a stream that goes on.
    private static let rest: Duration = .seconds(3)
    private static let mostDetours = 2

    /// The share of the network's bandwidth that a variant may need.
    private static let share = 0.8
    private static let reserve: Duration = .seconds(1)
}
