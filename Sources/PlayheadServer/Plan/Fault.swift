/// A fault in the response of a server. Everything that no fault changes stays correct.
///
/// A position in a body counts the bytes of the body that is sent, which is the whole file or the requested
/// range. Position 0 is before the head: the server sends nothing. A position beyond the end of a body has no
/// effect.
public enum Fault: Sendable, Hashable {
    /// Delays the response.
    case latency(Duration)
    /// Limits the send rate of each connection. The time of the rate begins with the first request that the
    /// rule applies to.
    case rate(ByteRate)
    /// Responds with a status and its reason phrase.
    case status(Int)
    /// Resets the connection (RST) at a position in the body. A client that reads gets all bytes before the
    /// position.
    case reset(at: ByteAmount)
    /// Stops sending at a position in the body, for a duration or until the client closes the connection.
    case stall(at: ByteAmount, for: Duration? = nil)
    /// Closes the connection normally at a position in the body, before the declared length.
    case cut(at: ByteAmount)
    /// Declares this length instead of the true one, sends the true body, and closes the connection.
    case length(ByteAmount)
    /// Declares no length and sends the body in chunks.
    case withoutLength
    /// Declares another media type.
    case type(String)
    /// Redirects the client to another URL, which may be relative. Without a target it redirects to the same
    /// URL.
    case redirect(to: String?, status: Int = 302)
    /// Responds with a status unless the request has all these headers. The values are patterns, in which `*`
    /// matches any text.
    case requires([String: String], status: Int = 401)
    /// Responds to range requests with the whole body, and does not announce support for ranges.
    case ignoresRanges
    /// Adds headers to the response, or replaces them.
    case headers([String: String])
    /// Responds with the live playlist of the previous response. It has no effect on other resources.
    case stale
    /// Advances the window of a live playlist once by a number of segments. Segments before the new window
    /// become unavailable. It has no effect on other resources.
    case windowMoves(by: Int)

    /// The kinds of faults. The raw values are the names in a plan.
    enum Kind: String, CaseIterable, CodingKey {
        case latency, rate, status, reset, stall, cut, length, withoutLength, type, redirect, requires
        case ignoresRanges, headers, stale, windowMoves
    }

    /// The kind. A response has at most one fault of each kind.
    var kind: Kind {
        switch self {
        case .latency: .latency
        case .rate: .rate
        case .status: .status
        case .reset: .reset
        case .stall: .stall
        case .cut: .cut
        case .length: .length
        case .withoutLength: .withoutLength
        case .type: .type
        case .redirect: .redirect
        case .requires: .requires
        case .ignoresRanges: .ignoresRanges
        case .headers: .headers
        case .stale: .stale
        case .windowMoves: .windowMoves
        }
    }
}
