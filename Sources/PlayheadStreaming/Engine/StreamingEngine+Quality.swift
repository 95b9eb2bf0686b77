internal import AdaptiveStreaming
internal import PlayheadCore
internal import PlayheadNetwork

/// The choice of the variant.
extension StreamingEngine {
    /// Chooses the variant of the next segment. The previous variant is loaded until the new playlist has
    /// arrived.
    mutating func chooseVariant() {
        if let home = displaced, nextVariant == nil, detour == nil, unusable[home.index] ?? .zero <= now {
            displaced = nil
            // A complete variant is not restored.
            if loaders[.main]?.timeline.isComplete == false { return change(to: home) }
        }
        guard nextVariant == nil, detour == nil, variants.count > 1, order.quality.variant == nil,
            let variant,
            let loader = loaders[.main], loader.hasBegun, let best = preferred(over: variant),
            best.index != variant.index
        else { return }
        change(to: best)
    }

    /// The best variant for the measured bandwidth.
    private func preferred(over variant: MultivariantPlaylist.Variant) -> MultivariantPlaylist.Variant? {
        guard let rate = order.isVirtual ? bandwidth ?? .infinity : bandwidth else { return nil }
        let safe = rate * Self.share
        let usable = variants.filter { unusable[$0.index].map { $0 <= now } ?? true }
        let fitting = usable.filter { Double($0.measure) <= safe }
        let best =
            fitting.max { $0.measure < $1.measure } ?? usable.min { $0.measure < $1.measure } ?? variant
        if best.measure > variant.measure {
            // The switch up requires enough buffered media for the time that the larger segments take.
            return isComfortable || order.isVirtual ? best : variant
        }
        return best
    }

    /// Whether the buffered media lasts at least 1 s, the reserve for larger segments.
    var isComfortable: Bool {
        (loaders[.main]?.loadedUntil ?? .zero) - .nanoseconds(position) >= Self.reserve
    }

    /// Requests the playlist of another variant.
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

    /// Switches to the next variant from the next segment on.
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

    /// Takes an unavailable segment of a complete stream from another variant. Returns false when no variant
    /// is left.
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

    /// Ends a detour to another variant, successful or not, and returns to the previous variant.
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

    /// Handles the failure of the next variant's playlist. The current variant continues.
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

    /// The time for which a live stream does not use a variant after its playlist has failed.
    private static let rest: Duration = .seconds(3)
    private static let mostDetours = 2

    /// The maximum ratio of a variant's bit rate to the bandwidth.
    private static let share = 0.8
    private static let reserve: Duration = .seconds(1)
}
