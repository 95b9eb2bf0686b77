package import MediaFormats
package import PlayheadCore

/// A request of a loader to its driver.
package struct StreamRequest: Sendable, Equatable {
    /// Identifies this try of the request in its inputs.
    var id: Int
    var uri: String
    /// The URL of the resource that names this one; nil for the item itself.
    var source: HTTPURL?
    /// The requested byte range; nil for the whole resource.
    var range: ContentRange?
    /// Whether this is a HEAD request.
    var isHead = false
    /// The required version of the resource for a range request (`If-Range`).
    var validator: String?
    /// Whether the response is media. Only media counts for the bandwidth.
    var isMedia = false
    /// Whether the response is text, which may be compressed.
    var isText = false
    /// Whether to request metadata blocks of an ICY stream.
    var wantsTitles = false
    /// The maximum number of bytes, and the error for more.
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
    /// The byte range of a partial response.
    package var range: ContentRange?
    /// The date of the response, in seconds since 1970.
    package var date: Double?
    /// The length of the body in bytes.
    package var length: Int?
    /// Whether the server accepts range requests.
    package var acceptsRanges = false
    package var contentType: String?
    /// Whether the body had a `Content-Encoding`.
    package var isEncoded = false
    /// Identifies this version of the resource.
    package var validator: String?
    /// The interval of the metadata blocks of an ICY stream in bytes, and the header fields of the station.
    package var titleInterval: Int?
    package var station: [String: String] = [:]
}

/// An input of a loader from the network, the clock or the program.
package enum StreamInput: Sendable {
    case responded(request: Int, StreamResponse)
    case received(request: Int, ArraySlice<UInt8>)
    /// The response has ended. The URL is the last one after redirects.
    case finished(request: Int, HTTPURL)
    case failed(request: Int, FetchFault)
    /// A requested time has come.
    case woke
    /// The bandwidth in bits per second.
    case bandwidth(Double)
    /// The program has provided a fresh URI for an expired one; nil without one.
    case refreshed(request: Int, String?)
}

/// An action of a loader on the network or the clock.
package enum RequestAction: Sendable {
    case fetch(StreamRequest)
    case cancel(request: Int)
    /// Pauses or resumes the reading of a response.
    case pause(request: Int)
    case resume(request: Int)
    /// Delivers ``StreamInput/woke`` after a delay. With `isIdle`, a virtual clock does not advance for it
    /// alone.
    case wake(after: Duration, isIdle: Bool)
    /// Requests a fresh URI from the program.
    case refresh(request: Int, uri: String)
}

/// An action of the streaming engine.
package enum StreamAction: Sendable {
    case request(RequestAction)
    case report(LoadReport)
    /// New subtitle cues of a track.
    case cues([SubtitleCue], StreamTrack.ID)
    /// All subtitle cues of a track have been delivered from the beginning.
    case textsEnded(StreamTrack.ID)
    /// The selectable tracks are known for the first time.
    case ready
    /// New samples are available, or the samples have ended.
    case supplied
    /// The samples now come from another track.
    case switched(StreamTrack.ID)
}

/// A selectable track of an adaptive stream.
package struct StreamTrack: Sendable, Equatable {
    package struct ID: Sendable, Hashable {
        /// The index of the rendition; nil for a track in the segments of the variant itself.
        package var rendition: Int?
        package var kind: Track.Kind
        /// The index among the tracks of its kind in the segments.
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
    /// The format of the received media; nil before.
    package var format: MediaFormat?
    /// The encryption scheme of the received media; nil before, and for clear media.
    package var encryption: String?

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
