/// A playlist that names variants of one presentation, and renditions that go with them.
package struct MultivariantPlaylist: Sendable, Equatable {
    /// `EXT-X-VERSION`; 1 where it says none.
    var version = 1
    var isIndependent = false
    var start: HLSStart?
    package var variants: [Variant] = []
    package var renditions: [Rendition] = []
    var iFrameStreams: [IFrameStream] = []
    var sessionKeys: [SessionKey] = []
    var sessionData: [SessionData] = []
    /// What media playlists may import.
    package var variables: [String: String] = [:]
}

extension MultivariantPlaylist {
    package struct Variant: Sendable, Equatable {
        /// Its place in the playlist as it was written, from 0 on.
        package var index: Int
        var uri: String
        /// The most that it needs, in bit/s; 0 where the playlist does not say.
        package var bandwidth: Int
        var averageBandwidth: Int?
        /// As RFC 6381 has them.
        package var codecs: [String] = []
        package var width: Int?
        package var height: Int?
        package var frameRate: Double?
        /// The groups of renditions that go with it.
        var audio: String?
        var video: String?
        var subtitles: String?
        var closedCaptions: String?
        var videoRange: String?

        /// What is compared with bit rates.
        package var measure: Int { averageBandwidth ?? bandwidth }
    }

    package struct Rendition: Sendable, Equatable {
        package enum Kind: String, Sendable {
            case audio = "AUDIO", video = "VIDEO", subtitles = "SUBTITLES", closedCaptions = "CLOSED-CAPTIONS"
        }

        /// Its place among the renditions as they were written, from 0 on.
        package var index: Int
        package var kind: Kind
        package var group: String
        package var name: String
        package var language: String?
        /// Nil for what is in the variant itself.
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
