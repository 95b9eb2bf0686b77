internal import NIOCore

/// Playlists on their way to the pipeline: read, made safe, and written anew with addresses of the gateway.
extension GatewayHall {
    /// What the pipeline gets in place of a playlist; tells what is in it.
    func rewrite(
        _ bytes: ByteBuffer, of number: Int, _ reference: Reference, at address: WebAddress
    ) throws(PlayerError) -> String {
        let playlist: HLSPlaylist
        do throws(HLSError) {
            playlist = try HLSPlaylist.parse(
                Array(bytes.readableBytesView), limits: HLSLimits(order.policy), address: address.text,
                imported: number == 0 ? nil : variables)
        } catch {
            throw error.playerError(about: address.text)
        }
        var named: Set<Int> = []
        let place = { (written: String) in WebAddress(written, in: address)?.text ?? written }
        let local = { [self] (target: HLSReference) -> String in
            let found = Reference(target, of: reference)
            let own = references.number(for: found, of: number)
            named.insert(own)
            return self.local.address(own, like: found.uri)
        }
        let text: String
        switch playlist {
        case .multivariant(let playlist):
            variables = playlist.variables
            know(playlist.variants)
            let (safe, warning) = playlist.resolved(place).safe(order.quality)
            if let warning, lastGood(number) == nil { reporter.report(.warning(warning)) }
            text = safe.rewritten(local)
        case .media(let playlist):
            let playlist = playlist.resolved(place)
            let (timeline, isOld) = take(playlist, of: number, reference)
            // Another server of the same stream is behind.
            if isOld, let last = lastGood(number) { return last }
            text = (part(of: playlist, on: timeline, number) ?? playlist).rewritten(on: timeline, local)
            reporter.report(
                .playlist(
                    PlaylistReport(
                        variant: reference.variant, kind: reference.rendition,
                        isComplete: playlist.isComplete, isAppendOnly: playlist.isAppendOnly,
                        window: timeline.window, targetDuration: playlist.targetDuration,
                        holdBack: playlist.serverControl.holdBack ?? playlist.targetDuration * 3,
                        date: timeline.date)))
        }
        references.keep(named, of: number)
        keep(text, of: number)
        return text
    }
}

extension Reference {
    /// What a playlist names, which is itself known as `playlist`.
    fileprivate init(_ target: HLSReference, of playlist: Reference) {
        uri = target.uri
        (variant, rendition) = (playlist.variant, playlist.rendition)
        switch target {
        case .variant(let found):
            kind = .playlist
            variant = found.index
        case .rendition(let found):
            kind = .playlist
            rendition = found.kind.track
            place = found.index
        case .segment(let found):
            let isText = rendition == .subtitles || uri.prefix { $0 != "?" }.lowercased().hasSuffix("vtt")
            kind = isText ? .subtitles : .part
            place = found.number
            isGap = found.isGap
            part = PartInterval(
                kind: rendition, uri: uri, start: found.interval.lowerBound, end: found.interval.upperBound)
        case .map(let found):
            kind = .initialization
            range = found.range
            place = found.range?.offset
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
