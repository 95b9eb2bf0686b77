/// A playlist of the variants of one presentation, and of their renditions.
package struct MultivariantPlaylist: Sendable, Equatable {
    /// The value of `EXT-X-VERSION`, by default 1.
    var version = 1
    var isIndependent = false
    var start: HLSStart?
    package var variants: [Variant] = []
    package var renditions: [Rendition] = []
    var iFrameStreams: [IFrameStream] = []
    var sessionKeys: [SessionKey] = []
    var sessionData: [SessionData] = []
    /// The variables that media playlists may import.
    package var variables: [String: String] = [:]
}

extension MultivariantPlaylist {
    package struct Variant: Sendable, Equatable {
        /// The index in the original playlist, from 0 on.
        package var index: Int
        package var uri: String
        /// The peak bit rate in bits per second; 0 when the playlist does not declare it.
        package var bandwidth: Int
        var averageBandwidth: Int?
        /// The codecs in the form of RFC 6381.
        package var codecs: [String] = []
        package var width: Int?
        package var height: Int?
        package var frameRate: Double?
        /// The groups of renditions of the variant.
        var audio: String?
        var video: String?
        var subtitles: String?
        var closedCaptions: String?
        var videoRange: String?

        /// The bit rate for comparisons.
        package var measure: Int { averageBandwidth ?? bandwidth }
    }

    package struct Rendition: Sendable, Equatable {
        package enum Kind: String, Sendable {
            case audio = "AUDIO", video = "VIDEO", subtitles = "SUBTITLES", closedCaptions = "CLOSED-CAPTIONS"
        }

        /// The index among the renditions of the original playlist, from 0 on.
        package var index: Int
        package var kind: Kind
        package var group: String
        package var name: String
        package var language: String?
        /// The URI; nil for a rendition in the variant's own segments.
        package var uri: String?
        package var isDefault = false
        var isAutoselected = false
        package var isForced = false
        package var characteristics: [String] = []
        var channels: String?
    }

    struct IFrameStream: Sendable, Equatable {
        var uri: String
        var bandwidth: Int
        var width: Int?
        var height: Int?
    }

    struct SessionKey: Sendable, Equatable {
        var method: String
        var format: String
        var uri: String?
    }

    struct SessionData: Sendable, Equatable {
        var id: String
        var value: String?
        var uri: String?
        var language: String?
    }
}
