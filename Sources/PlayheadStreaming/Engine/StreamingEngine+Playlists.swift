internal import AdaptiveStreaming
internal import FoundationEssentials
internal import PlayheadCore
internal import PlayheadNetwork

/// Playlists and manifests: parsing, placement on the timeline, and reloads.
extension StreamingEngine {
    /// Takes a playlist or a manifest.
    mutating func takePlaylist(_ job: StreamFetch, at address: HTTPURL) throws(FetchFault) {
        let start = ContentSniffer(whole: job.body)
        if let fault = start.faultOfPlaylist { throw FetchFault(.content, fault.about(address.text)) }
        if start.isPresentation {
            return try takeManifest(job, start, at: address)
        }
        let playlist: HLSPlaylist
        do throws(HLSError) {
            playlist = try HLSPlaylist.parse(
                ContentSniffer.plain(job.body), limits: HLSLimits(order.policy),
                address: address.text,
                imported: job.purpose == .item ? nil : multivariant?.playlist.variables, itemKeys: order.keys)
        } catch {
            if let period = error.period, job.purpose.role != .subtitles {
                throw .early(address, period: period)
            }
            throw FetchFault(.content, error.playerError(about: address.text))
        }
        let place = { (written: String) in HTTPURL(written, in: address)?.text ?? written }
        switch (playlist, job.purpose) {
        case (.multivariant(let playlist), .item):
            begin(playlist.resolved(place), at: address)
        case (.multivariant, _):
            throw FetchFault(
                .content,
                PlayerError(
                    .invalidPlaylist, "There is a multivariant playlist in place of a media playlist",
                    hint: "check the server", uri: address.text))
        case (.media(let playlist), .item):
            var reference = job.target
            reference.kind = .playlist
            loaders[.main] = StreamLoader(.main, reference)
            wishForTracks()
            try take(playlist.resolved(place), of: .main, job, at: address)
        case (.media(let playlist), _):
            guard let role = job.purpose.role else { return }
            try take(playlist.resolved(place), of: role, job, at: address)
        }
    }

    /// Begins to load the renditions of a multivariant playlist.
    mutating func begin(_ playlist: MultivariantPlaylist, at address: HTTPURL) {
        var playlist = playlist
        if let wanted = order.keyframes,
            let keyframes = playlist.keyframes(for: wanted.size, order.quality)
        {
            (playlist, isOfKeyframes) = (keyframes, true)
        }
        multivariant = (playlist, address)
        let (limited, warning) = playlist.withGroupsThatAreThere().limited(by: order.quality)
        if let warning { warn(warning) }
        variants = limited.playable
        guard let first = variants.first else {
            return fail(
                PlayerError(
                    .invalidPlaylist, "The playlist names no variant that can be played", uri: address.text))
        }
        variant = first
        var main = reference(first, at: address)
        // Video in segments of its own replaces the video in the variant's segments.
        if let video = renditions(.video).first(where: \.isDefault) ?? renditions(.video).first,
            let uri = video.uri
        {
            (main.uri, main.variant) = (uri, first.index)
        }
        loaders[.main] = StreamLoader(.main, main)
        fetchPlaylist(.main)
        wishForTracks()
    }

    /// The renditions of a kind in the variant's group.
    func renditions(_ kind: MultivariantPlaylist.Rendition.Kind) -> [MultivariantPlaylist.Rendition] {
        guard let (playlist, _) = multivariant, let group = variant?.group(of: kind) else { return [] }
        return playlist.withGroupsThatAreThere().renditions.filter { $0.kind == kind && $0.group == group }
    }

    /// The reference of a rendition's playlist.
    func reference(_ rendition: MultivariantPlaylist.Rendition) -> Reference? {
        guard let (_, address) = multivariant, rendition.uri != nil else { return nil }
        return Reference(.rendition(rendition), of: Reference(uri: address.text, kind: .medium), at: address)
    }

    /// The reference of a variant's playlist.
    func reference(_ variant: MultivariantPlaylist.Variant) -> Reference? {
        multivariant.map { reference(variant, at: $0.address) }
    }

    private func reference(_ variant: MultivariantPlaylist.Variant, at address: HTTPURL) -> Reference {
        Reference(.variant(variant), of: Reference(uri: address.text, kind: .medium), at: address)
    }

    mutating func fetchPlaylist(_ role: StreamRole) {
        guard var loader = loaders[role], !loader.isFetchingPlaylist, !loader.isDead else { return }
        loader.reloadAt = nil
        loader.isFetchingPlaylist = true
        loaders[role] = loader
        if let known = playlists[loader.reference.uri] {
            return takeKnown(known.playlist, of: role, loader.reference, at: known.address)
        }
        // A playlist made from a static manifest needs no request.
        if let choice = RepresentationAddress(in: loader.reference.uri), let manifest,
            !manifest.manifest.isLive
        {
            return takeChoice(choice, for: .playlist(role), loader.reference)
        }
        begin(.playlist(role), loader.reference)
    }

    private mutating func takeKnown(
        _ playlist: MediaPlaylist, of role: StreamRole, _ reference: Reference, at address: HTTPURL
    ) {
        let job = knownJob(.playlist(role), reference)
        do throws(FetchFault) {
            try take(playlist, of: role, job, at: address)
        } catch {
            giveUp(job, error)
        }
    }

    /// A placeholder job for a playlist that needs no request.
    func knownJob(_ purpose: StreamFetch.Purpose, _ reference: Reference) -> StreamFetch {
        StreamFetch(
            request: 0, purpose: purpose, reference: reference, target: reference,
            schedule: RetryPolicy(
                order.recovery, stallTimeout: order.stallTimeout, patience: .bounded, hasBegun: true),
            began: now, mayRefresh: false)
    }

    /// Takes a version of a media playlist.
    mutating func take(
        _ playlist: MediaPlaylist, of role: StreamRole, _ job: StreamFetch, at address: HTTPURL
    ) throws(FetchFault) {
        if job.purpose == .nextPlaylist {
            if playlist.isComplete { playlists[job.reference.uri] = (playlist, address) }
            nextPlaylist = (playlist, address, job.target)
            return
        }
        guard var loader = loaders[role] else { return }
        loader.isFetchingPlaylist = false
        loader.address = address
        if job.target != job.reference, job.purpose != .item { adopt(job, for: role, in: &loader) }
        if playlist.isComplete, job.target == job.reference, variants.count > 1 {
            playlists[loader.reference.uri] = (playlist, address)
        }
        let isFirst = loader.timeline.isNew
        if isFirst, role == .main, let kin = keptTimeline { loader.timeline = PlaylistTimeline(besides: kin) }
        let before = loader.timeline.latest
        let news = loader.timeline.take(playlist)
        loader.failures = 0
        if news == .restarted, !isFirst {
            loader.isBroken = true
            if role == .main {
                act(
                    .report(
                        .warning(
                            PlayerWarning("The stream was interrupted at its server: segments are lost"))))
            }
        }
        loaders[role] = loader
        if role == .main { metadata.take(playlist.dateRanges, on: loader.timeline) }
        act(
            .report(
                .playlist(
                    PlaylistReport(
                        kind: loader.role.kind, isComplete: playlist.isComplete,
                        isAppendOnly: playlist.isAppendOnly, window: loader.timeline.window,
                        targetDuration: playlist.targetDuration,
                        holdBack: playlist.serverControl.holdBack ?? playlist.targetDuration * 3,
                        date: loader.timeline.date,
                        isOfManifest: RepresentationAddress(in: loader.reference.uri) != nil
                    ))))
        if !playlist.isComplete { wasLive = true }
        if !playlist.isComplete { scheduleReload(role, isNew: before != playlist) }
        if target == nil, role == .main {
            settleTarget(on: loader.timeline, playlist)
            // Other renditions may have arrived before.
            for other in StreamRole.allCases where other != role { place(other) }
        }
        place(role)
    }

    /// Sets the start position if the caller has not set one.
    private mutating func settleTarget(on timeline: PlaylistTimeline, _ playlist: MediaPlaylist) {
        var start = Duration.zero
        if !playlist.isComplete || playlist.start != nil {
            let distance = playlist.isComplete ? nil : order.liveOffset
            let number = timeline.liveStart(distance)
            start = number.flatMap(timeline.interval)?.lowerBound ?? timeline.window.lowerBound
            if playlist.isComplete, let wanted = playlist.start, wanted.isPrecise {
                start = min(
                    (wanted.offset < .zero ? timeline.window.upperBound : .zero) + wanted.offset,
                    timeline.window.upperBound)
            }
        }
        target = Target(time: max(start, .zero).inNanoseconds)
        position = target?.time ?? 0
    }

    /// Sets the first segment of a loader that has none.
    mutating func place(_ role: StreamRole) {
        guard var loader = loaders[role], loader.next == nil, let target, !loader.timeline.isNew else {
            return
        }
        let timeline = loader.timeline
        // A rendition that replaces a presented one begins at the current position of its output.
        var time = Duration.nanoseconds(
            role.output.flatMap { outputs[$0]?.end } ?? target.start ?? target.time)
        var slack = Duration.zero
        if role == .main, let resumeAt {
            (time, slack) = (resumeAt, Self.rounding)
            self.resumeAt = nil
        }
        let window = timeline.window
        let number: Int
        if let found = timeline.number(at: max(time + slack, window.lowerBound)) {
            number = found + timeline.shift
        } else {
            number = timeline.current.upperBound
        }
        loader.restart(at: number)
        loader.loadedUntil = timeline.entry(number)?.start ?? window.upperBound
        loaders[role] = loader
    }

    /// The maximum rounding difference between segments of different variants that begin together.
    static let rounding: Duration = .milliseconds(50)

    /// Schedules the reload of a live playlist: after its target duration at most, or half of that if nothing
    /// was new (RFC 8216, 6.3.4).
    mutating func scheduleReload(_ role: StreamRole, isNew: Bool) {
        guard var loader = loaders[role], let playlist = loader.playlist, !playlist.isComplete else { return }
        var period = playlist.targetDuration
        if let manifest, RepresentationAddress(in: loader.reference.uri) != nil {
            period = min(period, max(manifest.manifest.updatePeriod, .milliseconds(500)))
        } else if isNew, let last = playlist.segments.last?.duration, last > .zero {
            period = min(period, last)
        }
        if !isNew { period = period / 2 }
        period = max(period, .milliseconds(100))
        loader.reloadAt = now + period
        loaders[role] = loader
        act(.wake(after: period, isIdle: true))
    }

    /// Adopts a substitute for a playlist.
    private mutating func adopt(_ job: StreamFetch, for role: StreamRole, in loader: inout StreamLoader) {
        let status = job.first?.status.map { ", status \($0)" } ?? ""
        let what = role == .main ? "variant" : "rendition"
        let uri = job.first?.error.uri ?? job.reference.uri
        warn(
            PlayerWarning(
                "The playlist of a \(what) cannot be had, and another one is played: \(uri)\(status)",
                hint: job.first?.error.hint))
        loader.reference = job.target
        if role == .audio {
            let id = StreamTrack.ID(rendition: job.target.place, kind: .audio)
            outputs[.audio]?.wanted = id
            if let place = job.reference.place { deadRenditions.insert(place) }
        }
        guard role == .main else { return }
        variant = multivariant?.playlist.variants.first { $0.index == job.target.variant } ?? variant
        guard let dead = job.reference.variant else { return }
        unusable[dead] = now + .seconds(3)
        displaced = multivariant?.playlist.variants.first { $0.index == dead }
        if loader.timeline.isNew { variants.removeAll { $0.index == dead && !wasLive } }
    }
}
