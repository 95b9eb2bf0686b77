internal import NIOCore
internal import NIOHTTP1

/// What the pipeline gets where nothing can be had.
extension Exchange {
    /// All tries have failed.
    func giveUp(_ fault: FetchFault) async throws {
        let error = fault.error
        if relay.isPlaylist, fault.kind != .refused {
            let last = hall.streams.lastGood(number)
            let isDead =
                last == nil
                || (reference.rendition == .subtitles
                    && hall.streams.noteFailure(of: number) >= Self.mostFailures)
            if isDead, let silence = hall.silence(number, reference) {
                hall.leaveOut(reference, after: fault)
                return try await answer(silence)
            }
            if let last { return try await answer(last) }
        }
        let isEssential: Bool =
            switch reference.kind {
            case .medium, .playlist, .key, .initialization: true
            // Without it there is nothing that might be played before.
            case .part
            where order.recovery.missingPart == .stop && !hall.streams.clocks.hasBegun(reference.rendition):
                true
            case .part, .subtitles: fault.kind == .refused || (fault.isDenial && !hall.hasParts)
            }
        if isEssential {
            hall.fail(error, hasGiven: reference.kind == .medium && relay.isHeadSent)
        } else if order.recovery.missingPart == .wait, reference.kind == .part {
            hall.breakOff(error)
        } else if let part = reference.part {
            if order.recovery.missingPart == .stop, reference.kind == .part { hall.stop() }
            hall.reporter.report(.missing(part, error))
        } else {
            hall.reporter.report(
                .warning(PlayerWarning("\(error.message): \(error.uri ?? reference.uri)", hint: error.hint)))
        }
        if reference.kind == .medium || reference.kind == .playlist {
            // The load is taken down over what was told, and libsoup may crash where an answer comes while that is done.
            let isUseless = relay.isPlaylist && hall.streams.lastGood(number) == nil
            if number == 0, isUseless || !hall.hasBegun { return try await relay.channel.closeFuture.get() }
            guard !relay.isHeadSent else { return relay.channel.close(promise: nil) }
            // hlsdemux2 waits for a playlist even while it is taken down, and may crash where it gets an error status, or what has an end
            // (1.22.0).
            if number > 0 { return try await answer(Self.pendingPlaylist(hall.local)) }
            let status = HTTPResponseStatus(statusCode: fault.status.flatMap { $0 >= 400 ? $0 : nil } ?? 502)
            if reference.kind == .medium { hall.setLastWord(status) }
            return try await relay.answer(status).get()
        }
        // Nor is anything begun that would be taken down at once.
        if reference.kind == .initialization { return try await relay.channel.closeFuture.get() }
        try await giveNothing()
    }

    /// A playlist of one part that does not come.
    static func pendingPlaylist(_ local: LocalAddress) -> String {
        "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n\(local.address(LocalAddress.pending, like: "nothing.ts"))\n#EXT-X-ENDLIST\n"
    }

    /// The playlist says that there is nothing: nobody is asked for it.
    func passOverGap() async throws {
        let error = PlayerError(
            .notFound, "The playlist names a part that does not exist", uri: reference.uri)
        if var part = reference.part {
            part.isDeclaredGap = true
            hall.reporter.report(.missing(part, error))
        }
        try await giveNothing()
    }

    /// In place of a part: hlsdemux2 steps over an empty body, and ends the process where it gets an error status (1.22.0).
    func giveNothing() async throws {
        if relay.isHeadSent { return try await relay.finish().get() }
        if reference.kind == .subtitles {
            return try await relay.answer(.ok, "WEBVTT\n\n", type: "text/vtt").get()
        }
        if let place = reference.standIn,
            let fragment = hall.streams.clocks.standIn(for: place, of: reference.rendition)
        {
            // What does not lie where it was asked for is thrown away (hlsdemux2, 1.22.0).
            let status: HTTPResponseStatus = relay.asked == nil ? .ok : .partialContent
            return try await relay.answer(status, ByteBuffer(bytes: fragment), type: "video/mp4").get()
        }
        try await relay.answer(.ok).get()
    }
}

extension FetchFault {
    var status: Int? { if case .status(let status, _) = kind { status } else { nil } }

    /// What a warning says of it, behind an address.
    var words: String { status.map { ", status \($0)" } ?? "" }

    /// Whether the whole host is out of reach, and not only what was asked for.
    var isOfHost: Bool { kind == .silent || kind == .unreachable }

    /// A server that lets nobody in.
    var isDenial: Bool { status == 401 || status == 403 || status == 407 }
}
