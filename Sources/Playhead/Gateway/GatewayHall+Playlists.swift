internal import NIOCore

/// Playlists on their way to the pipeline: read, made safe, and written anew with addresses of the gateway.
extension GatewayHall {
    /// What the pipeline gets in place of a playlist; tells what is in it.
    func rewrite(
        _ bytes: ByteBuffer, of number: Int, _ reference: Reference, at address: WebAddress,
        in manifest: ManifestVersion? = nil
    ) throws(FetchFault) -> String {
        let playlist: HLSPlaylist
        if let manifest {
            playlist = try read(manifest, for: reference, at: address)
        } else {
            do throws(HLSError) {
                playlist = try HLSPlaylist.parse(
                    MediumStart.plain(bytes), limits: HLSLimits(order.policy), address: address.text,
                    imported: number == 0 ? nil : streams.multivariant?.playlist.variables)
            } catch {
                // Pictures do not wait for texts.
                if let period = error.period, reference.rendition != .subtitles {
                    throw .early(address, period: period)
                }
                throw FetchFault(.content, error.playerError(about: address.text))
            }
        }
        let place = { (written: String) in WebAddress(written, in: address)?.text ?? written }
        switch playlist {
        case .multivariant(let playlist):
            let playlist = playlist.resolved(place)
            streams.multivariant = (playlist, address)
            let (safe, warning) = playlist.safe(order.quality)
            if let warning { warn(warning.message, hint: warning.hint) }
            return write(of: number, reference, at: address) { safe.rewritten($0) }
        case .media(let playlist):
            return try give(playlist.resolved(place), of: number, reference, at: address)
        }
    }

    /// What the pipeline gets of a version of a playlist that names parts.
    private func give(
        _ playlist: MediaPlaylist, of number: Int, _ reference: Reference, at address: WebAddress
    ) throws(FetchFault) -> String {
        let taking = streams.take(playlist, of: number, at: reference.stream)
        noteNews(taking.isNew, of: number, in: playlist)
        if taking.isInterrupted, reference.isOfVariant {
            reporter.report(
                .warning(PlayerWarning("The stream was interrupted at its server: a part of it is gone")))
        }
        // Another server of the same stream is behind.
        if taking.isOld, let last = streams.lastGood(number) { return last }
        let timeline = taking.timeline
        let part = streams.part(of: playlist, on: taking, number, hasParts: hasParts) ?? playlist
        // hlsdemux2 does not go on from a single one (1.22.0).
        if !part.isComplete, part.segments.count < 2, reference.rendition != .subtitles,
            streams.lastGood(number) == nil
        {
            throw .early(address, period: playlist.targetDuration / 2)
        }
        let text = write(of: number, reference, at: address) { part.rewritten(on: timeline, $0) }
        reporter.report(
            .playlist(
                PlaylistReport(
                    kind: reference.rendition, isComplete: playlist.isComplete,
                    isAppendOnly: playlist.isAppendOnly, window: timeline.window,
                    targetDuration: playlist.targetDuration,
                    holdBack: playlist.serverControl.holdBack ?? playlist.targetDuration * 3,
                    date: timeline.date, isOfManifest: DASHChoice(in: reference.uri) != nil)))
        return text
    }

    /// hlsdemux2 asks for playlists in real time (1.22.0). One that says nothing new will not before half of its target duration has passed
    /// (RFC 8216, 6.3.4): a virtual clock may go on until then.
    private func noteNews(_ isNew: Bool, of number: Int, in playlist: MediaPlaylist) {
        let isLull = !isNew && !playlist.isComplete
        lulls.note(isLull ? order.time.expectNothing(for: playlist.targetDuration / 2) : nil, of: number)
    }

    /// What the pipeline gets in place of texts that cannot be had: parts as the pictures have them, with nothing in them. Nil where none are known.
    func silence(_ number: Int, _ reference: Reference) -> String? {
        guard reference.rendition == .subtitles, var playlist = streams.latestOfVariant else { return nil }
        streams.silence(number)
        for index in playlist.segments.indices {
            let segment = playlist.segments[index]
            playlist.segments[index] = MediaPlaylist.Segment(
                uri: reference.uri, duration: segment.duration, date: segment.date,
                isDiscontinuity: segment.isDiscontinuity, isGap: true)
        }
        var own = reference
        own.isSilent = true
        return try? give(playlist, of: number, own, at: home)
    }

    /// Writes a playlist with addresses of the gateway, and keeps what was written.
    private func write(
        of number: Int, _ reference: Reference, at address: WebAddress,
        _ text: ((HLSReference) -> String) -> String
    ) -> String {
        var named: Set<Int> = []
        let text = text { target in
            let found = Reference(target, of: reference, at: address)
            let own = references.number(for: found, of: number)
            named.insert(own)
            return local.address(own, like: found.uri)
        }
        references.keep(named, of: number)
        streams.keep(text, of: number)
        return text
    }
}

extension Reference {
    /// What a playlist names, which is itself known as `playlist`.
    init(_ target: HLSReference, of playlist: Reference, at address: WebAddress) {
        uri = target.uri
        source = address
        (variant, rendition, name) = (playlist.variant, playlist.rendition, playlist.name)
        switch target {
        case .variant(let found):
            kind = .playlist
            variant = found.index
        case .rendition(let found):
            kind = .playlist
            rendition = found.kind.track
            name = found.name
            place = found.index
        case .segment(let found):
            let isText = rendition == .subtitles || uri.prefix { $0 != "?" }.lowercased().hasSuffix("vtt")
            kind = isText ? .subtitles : .part
            place = found.number
            isGap = found.isGap
            isMedium = kind == .part && !found.isEncrypted
            fragment = kind == .part ? found.fragment : nil
            standIn = kind == .part ? found.standIn : nil
            // Nobody is told of what the playlist does not name itself.
            if playlist.isSilent { return }
            part = PartInterval(kind: rendition, uri: uri, interval: found.interval, name: name)
        case .map(let found):
            kind = .initialization
            range = found.range
            place = found.range?.offset
            fragment = FragmentPlace(map: found)
        case .key: kind = .key
        }
    }
}

extension StreamVariant {
    init(_ variant: MultivariantPlaylist.Variant) {
        self.init(index: variant.index)
        bitrate = variant.bandwidth > 0 ? variant.bandwidth : nil
        if let width = variant.width, let height = variant.height {
            size = PictureSize(width: width, height: height)
        }
        frameRate = variant.frameRate
        codecs = variant.codecs.isEmpty ? nil : variant.codecs.joined(separator: ",")
    }
}

extension MultivariantPlaylist.Rendition.Kind {
    fileprivate var track: Track.Kind {
        switch self {
        case .audio: .audio
        case .video: .video
        case .subtitles, .closedCaptions: .subtitles
        }
    }
}
