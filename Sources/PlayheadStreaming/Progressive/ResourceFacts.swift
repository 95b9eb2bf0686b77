internal import PlayheadNetwork

/// The properties of a resource from its first response.
package struct ResourceFacts: Sendable, Equatable {
    /// The length in bytes; nil when unknown.
    package var length: Int?
    /// Whether the server supports range requests.
    var servesRanges = false
    /// Whether the response is endless and not repeatable: it declares no length, no range support and no
    /// version.
    var isEndless = false
    var contentType: String?
    /// Identifies this version of the resource (`ETag`, `Last-Modified`).
    var validator: String?
    /// The interval of the metadata blocks of an ICY stream in bytes.
    package var titleInterval: Int?
    /// The ICY header fields of a station, by their names without `icy-`.
    package var station: [String: String] = [:]

    /// Whether the resource is a station, which sends as long as the client listens.
    var isStation: Bool { isEndless && (titleInterval != nil || !station.isEmpty) }

    /// Whether the resource can be read in any order.
    package var isSeekable: Bool { servesRanges && length != nil }

    init(_ response: StreamResponse) {
        contentType = response.contentType
        validator = response.validator
        titleInterval = response.titleInterval
        station = response.station
        guard !response.isEncoded else { return }
        let isPart = response.status == 206
        length = isPart ? response.range?.total : response.length
        servesRanges = isPart || response.acceptsRanges
        isEndless = !isPart && length == nil && validator == nil && !response.acceptsRanges
    }
}
