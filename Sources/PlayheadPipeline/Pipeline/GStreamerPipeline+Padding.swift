internal import GStreamer
internal import MediaFormats
internal import PlayheadCore
internal import PlayheadStreaming
internal import PlayheadSystem
internal import Synchronization

extension GStreamerPipeline {
    /// The duration of the medium. Nil if it is not known, or if media was presented beyond it.
    var mediaDuration: Duration? {
        guard let told = toldDuration else { return nil }
        return ending.isTrue(told) ? told : nil
    }

    /// The reported duration, without padding that an encoder has added and declared.
    private var toldDuration: Duration? {
        guard let pipeline else { return nil }
        if image != nil { return imageLength }
        if let window { return window.isComplete ? window.end : nil }
        if let stream { return stream.read { $0.duration } }
        let (told, delay) = plugged.withLock {
            ($0.padding?.duration ?? $0.film?.duration ?? $0.joined, $0.cutDelay)
        }
        return told ?? pipeline.duration.map { max($0 - delay, .zero) }
    }

    /// Reads padding, tracks and chapters from the data that enters an element. Called when the element has
    /// just been plugged in.
    func awaitPadding(from element: Element) {
        guard let entry = element.pad("sink") else { return }
        switch element.factoryName {
        case "matroskademux" where isRemote:
            entry.onHead(upTo: MatroskaTracks.largestHead) { [weak self] head, _ in
                guard let tracks = MatroskaTracks.read(head: head) else { return false }
                self?.plugged.withLock { plugged in
                    plugged.matroskaTracks = tracks
                    plugged.encryption = tracks.lazy.compactMap(\.encryption).first
                }
                return true
            }
        case "qtdemux":
            entry.rewriteBox("moov", upTo: MP4Padding.largestMovie) {
                [weak self, isRemote, hasSource = request.item.source != nil] movie in
                self?.plugged.withLock { $0.displays = MP4Display.read(movie: movie) }
                if isRemote { self?.plugged.withLock { $0.chapters = MP4Chapters.read(movie: movie) } }
                if isRemote || hasSource {
                    self?.plugged.withLock { $0.encryption = FileProtection.scheme(movie: movie) }
                }
                if let found = MP4Padding(movie: movie) {
                    self?.plugged.withLock { $0.padding = found.padding }
                    return found.movie
                }
                var changed: [UInt8]?
                if Workaround.mp4FullRange.isNeeded { changed = MP4Display.withoutFullRange(movie: movie) }
                if Workaround.mp4AudioBesideVideo.isNeeded,
                    let film = MP4MultiTrackPadding(movie: changed ?? movie)
                {
                    self?.plugged.withLock { $0.film = film.padding }
                    changed = film.movie
                }
                guard Workaround.mp4ShortTracks.isNeeded else { return changed }
                return MP4ShortTracks.lengthened(movie: changed ?? movie) ?? changed
            }
        case "mpegaudioparse":
            // In a container the audio has timestamps of its own.
            let isAlone = plugged.withLock { $0.demuxers.isSubset(of: Self.tagReaders) }
            guard isAlone else { return }
            if Workaround.joinedMP3Length.isNeeded { hideTag(at: entry) }
            guard Workaround.mp3EncoderPadding.isNeeded else { return }
            entry.onHead(upTo: LAMETag.reach) { [weak self] head, length in
                guard let padding = LAMETag.read(head, length: length) else { return false }
                self?.plugged.withLock { $0.padding = padding }
                return true
            }
        default: break
        }
    }

    /// Hides the tag of an MP3 file if it describes only the first of several pieces.
    private func hideTag(at entry: Pad) {
        let joined = FileAddress.path(uri: request.item.uri).flatMap { FileBytes(path: $0) }
            .flatMap { ConcatenatedMP3($0) }
        entry.rewriteHead(upTo: LAMETag.reach) { [weak self] head, length in
            guard let hidden = LAMETag.hide(head, length: length, isJoined: joined != nil) else {
                return nil
            }
            self?.plugged.withLock { plugged in
                plugged.padding = hidden.padding
                plugged.joined = joined?.duration
                plugged.cutDelay = SampleGrid(rate: hidden.padding.rate).time(of: hidden.padding.delay)
            }
            return hidden.head
        }
    }

    static let tagReaders: Set<String> = ["id3demux", "apedemux"]

    /// Trims a decoded audio stream. Called before any data of it passes.
    func trim(_ pad: Pad) {
        let (padding, film, demuxers) = plugged.withLock { ($0.padding, $0.film, $0.demuxers) }
        if let padding {
            let delay = padding.isCutByParser ? 0 : padding.delay
            AudioTrimmer.apply(.init(rate: padding.rate, delay: delay, total: padding.total), to: pad)
        } else if let padding = film?.padding(ofStream: pad.streamID) {
            let part = AudioTrimmer.Part(
                rate: padding.rate, delay: padding.delay, total: padding.total, isBesideOthers: true)
            AudioTrimmer.apply(part, to: pad)
        } else if Workaround.inexactClipping.isNeeded, !demuxers.isDisjoint(with: Self.inexact) {
            AudioTrimmer.apply(.init(rate: 48000, delay: 0, total: nil), to: pad)
        }
    }

    /// The end position of a seek for the demuxer. Audio with encoder delay beside video would end earlier by
    /// that delay.
    var demuxedEnd: Duration? {
        if image != nil { return [imageLength, request.item.endPosition].compactMap(\.self).min() }
        guard let end = request.item.endPosition, plugged.withLock({ $0.film != nil }) else {
            return request.item.endPosition
        }
        return end + FilmPadding.longestDelay
    }

    /// Cuts off data that the demuxer outputs behind the end of the item for this reason.
    func endInTime(_ pad: Pad) {
        if let end = request.item.endPosition, demuxedEnd != end { pad.endSegments(at: max(end, .zero)) }
    }

    /// Demuxers that know encoder delay, and cut one sample too early or too late.
    private static let inexact: Set<String> = ["oggdemux", "matroskademux", "qtdemux"]
}
