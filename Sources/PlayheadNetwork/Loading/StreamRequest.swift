package import MediaFormats
package import PlayheadCore

/// A request that the engine makes of its driver.
package struct StreamRequest: Sendable, Equatable {
    /// Names this try of the request in the events that answer it.
    var id: Int
    var uri: String
    /// What named the address; nil for the item itself.
    var source: HTTPURL?
    /// The bytes that are wanted; nil for all.
    var range: ContentRange?
    /// Whether only the head of the answer is wanted.
    var isHead = false
    /// The version of the resource that a part is wanted of (`If-Range`).
    var validator: String?
    /// Whether it is media, by which the network is measured.
    var isMedia = false
    /// Whether it is text, which may be compressed on its way.
    var isText = false
    /// Whether an ICY stream is to have its titles in it.
    var wantsTitles = false
    /// The most bytes that are taken; and what is wrong with more.
    var limit: Int

    package init(
        id: Int, uri: String, source: HTTPURL? = nil, range: ContentRange? = nil, isHead: Bool = false,
        validator: String? = nil, isMedia: Bool = false, isText: Bool = false, wantsTitles: Bool = false,
        limit: Int
    ) {
        self.id = id
        self.uri = uri
        self.source = source
        self.range = range
        self.isHead = isHead
        self.validator = validator
        self.isMedia = isMedia
        self.isText = isText
        self.wantsTitles = wantsTitles
        self.limit = limit
    }
}

/// The head of a response.
package struct StreamResponse: Sendable, Equatable {
    package var status: Int
    /// The bytes that it holds, where it is a part.
    package var range: ContentRange?
    /// When the server sent it, in seconds since 1970.
    package var date: Double?
    /// Of its body, in bytes.
    package var length: Int?
    /// Whether the server says that it gives parts.
    package var acceptsRanges = false
    package var contentType: String?
    /// Whether it came encoded for its way (`Content-Encoding`).
    package var isEncoded = false
    /// What tells this version of the resource from others.
    package var validator: String?
    /// The interval at which an ICY stream has its titles, in bytes; and what the station says of itself.
    package var titleInterval: Int?
    package var station: [String: String] = [:]
}

/// What happens around the engine.
package enum StreamInput: Sendable {
    case responded(request: Int, StreamResponse)
    case received(request: Int, ArraySlice<UInt8>)
    /// The response has ended; where it led after redirects.
    case finished(request: Int, HTTPURL)
    case failed(request: Int, FetchFault)
    /// A time has come that was asked for.
    case woke
    /// The network brings so many bits per second.
    case bandwidth(Double)
    /// The program has a fresh address for one that a server refuses; nil: there is none.
    case refreshed(request: Int, String?)
}

/// What a loader wants of a network and of time.
package enum RequestAction: Sendable {
    case fetch(StreamRequest)
    case cancel(request: Int)
    /// Nothing more is read of a response for now, or again.
    case pause(request: Int)
    case resume(request: Int)
    /// Tell ``StreamInput/woke`` after so long; `isIdle` where time need not pass for that.
    case wake(after: Duration, isIdle: Bool)
    /// The program is asked for a fresh address.
    case refresh(request: Int, uri: String)
}

/// What the engine has its driver do.
package enum StreamAction: Sendable {
    case request(RequestAction)
    case report(LoadReport)
    /// Texts of a rendition.
    case cues([SubtitleCue], StreamTrack.ID)
    /// All texts of a rendition have come, from the beginning on.
    case textsEnded(StreamTrack.ID)
    /// What can be chosen is known, for the first time.
    case ready
    /// There is more to be given out, or nothing more will come.
    case supplied
    /// Another track is given out.
    case switched(StreamTrack.ID)
}

/// A stream that can be chosen.
package struct StreamTrack: Sendable, Equatable {
    package struct ID: Sendable, Hashable {
        /// Nil for what is in the variant's own segments, else the place of the rendition.
        package var rendition: Int?
        package var kind: Track.Kind
        /// The how manieth of its kind in its segments.
        package var place = 0

        package init(rendition: Int? = nil, kind: Track.Kind, place: Int = 0) {
            self.rendition = rendition
            self.kind = kind
            self.place = place
        }
    }

    package var id: ID
    package var name: String?
    package var language: String?
    package var isDefault = false
    package var isForced = false
    package var isForHearingImpaired = false
    /// Of what has come of it; nil before.
    package var format: MediaFormat?

    package init(
        id: ID, name: String? = nil, language: String? = nil, isDefault: Bool = false, isForced: Bool = false,
        isForHearingImpaired: Bool = false, format: MediaFormat? = nil
    ) {
        self.id = id
        self.name = name
        self.language = language
        self.isDefault = isDefault
        self.isForced = isForced
        self.isForHearingImpaired = isForHearingImpaired
        self.format = format
    }
}
