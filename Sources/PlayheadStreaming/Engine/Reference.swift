internal import AdaptiveStreaming
internal import PlayheadCore
internal import PlayheadNetwork

/// Something that may be requested for a presentation.
package struct Reference: Sendable, Equatable {
    var uri: String
    var kind: FetchRecord.Kind
    /// Where it lies, if it is a part.
    var part: SegmentInterval?
    /// The variant that it belongs to, and the kind of rendition that it is of; nil for the variant's own.
    var variant: Int?
    var rendition: Track.Kind?
    /// What that rendition is called.
    var name: String?
    /// The address of what names it; nil for the item itself.
    var source: HTTPURL?
    /// Its place in the order of a playlist, which tells it from others at the same address.
    var place: Int?

    /// Which of the streams of an item its playlist is of.
    var stream: StreamPlace {
        StreamPlace(variant: variant, rendition: rendition, place: place)
    }
}

/// A stream of an item, by where the multivariant playlist has it: servers may name other addresses each time.
package struct StreamPlace: Sendable, Hashable {
    var variant: Int?
    var rendition: Track.Kind?
    /// Of a rendition.
    var place: Int?
}

extension Reference {
    /// What a playlist names, which is itself known as `playlist`.
    init(_ target: HLSReference, of playlist: Reference, at address: HTTPURL) {
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
            part = SegmentInterval(kind: rendition, uri: uri, interval: found.interval, name: name)
        case .map(let found):
            kind = .initialization
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
            size = VideoSize(width: width, height: height)
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
