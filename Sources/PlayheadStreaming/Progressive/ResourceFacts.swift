internal import PlayheadNetwork

/// What the first response says of a resource.
package struct ResourceFacts: Sendable, Equatable {
    /// In bytes; nil where it is not known.
    package var length: Int?
    /// Whether the server gives any part of it.
    var servesRanges = false
    /// Whether it is sent without an end, and nothing of it twice: the server names no length, no ranges and no version of it.
    var isEndless = false
    var contentType: String?
    /// What tells this version of it from others (`ETag`, `Last-Modified`).
    var validator: String?
    /// The interval at which an ICY stream has its titles, in bytes.
    package var titleInterval: Int?
    /// What an ICY station says of itself, by the names of its headers without `icy-`.
    package var station: [String: String] = [:]

    /// Whether it is a station, which goes on as long as anybody listens.
    var isStation: Bool { isEndless && (titleInterval != nil || !station.isEmpty) }

    /// Whether all of it can be read in any order.
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
