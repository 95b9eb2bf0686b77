internal import AdaptiveStreaming
internal import PlayheadCore
internal import PlayheadNetwork

/// A resource of a presentation that can be requested, with its origin.
package struct Reference: Sendable, Equatable {
    var uri: String
    var kind: FetchRecord.Kind
    /// The interval of a segment on the timeline; nil for other resources.
    var part: SegmentInterval?
    /// The index of the variant, and the kind of the rendition; nil kind for the variant's own segments.
    var variant: Int?
    var rendition: Track.Kind?
    /// The name of the rendition.
    var name: String?
    /// The URL of the resource that names this one; nil for the item itself.
    var source: HTTPURL?
    /// The index in the playlist, which distinguishes resources of the same URI.
    var place: Int?

    /// The stream of the item that the playlist describes.
    var stream: StreamPlace {
        StreamPlace(variant: variant, rendition: rendition, place: place)
    }
}

/// Identifies a stream of an item by its index in the multivariant playlist. Servers may name other URIs in
/// each response.
package struct StreamPlace: Sendable, Hashable {
    var variant: Int?
    var rendition: Track.Kind?
    /// The index of the rendition.
    var place: Int?
}

extension Reference {
    /// Creates a reference to a resource that a playlist names. `playlist` is the reference of the playlist
    /// itself.
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
