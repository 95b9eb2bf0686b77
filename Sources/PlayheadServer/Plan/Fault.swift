/// Something that a server does to a client. What is not named by a fault is answered as it should be.
///
/// Places in a body count the bytes of the body that is sent, be it the whole file or the part that was asked for. The
/// place 0 is before the head: nothing at all is sent. A place behind the end of a body is never reached.
public enum Fault: Sendable, Hashable {
    /// Waits before it answers.
    case latency(Duration)
    /// Sends the body no faster than this, on each connection by itself. The time of the rate counts from the first
    /// request that its rule is about.
    case rate(ByteRate)
    /// Answers with a status and a line of text.
    case status(Int)
    /// Resets the connection (RST) at a place of the body. A client that reads gets what is before it.
    case reset(at: ByteAmount)
    /// Sends nothing more from a place of the body on, for a while, or until the client goes.
    case stall(at: ByteAmount, for: Duration? = nil)
    /// Closes the connection in good order at a place of the body, short of what was promised.
    case cut(at: ByteAmount)
    /// Promises this length instead of the true one, sends the true body, and closes the connection.
    case length(ByteAmount)
    /// Promises no length, and sends the body in chunks.
    case withoutLength
    /// Names another type of media.
    case type(String)
    /// Sends the client to another address, which may be relative; without one, to the same again.
    case redirect(to: String?, status: Int = 302)
    /// Answers with a status unless the request has all these headers. Their values are patterns, in which `*` stands for
    /// anything.
    case requires([String: String], status: Int = 401)
    /// Answers requests for a part with the whole, and offers no parts.
    case ignoresRanges
    /// Adds headers to the answer, or replaces them.
    case headers([String: String])
    /// Answers with the live playlist of the last answer again. Without effect on anything else.
    case stale
    /// Moves the window of a live playlist by so many segments, once; those before the new window are gone. Without effect
    /// on anything else.
    case windowMoves(by: Int)

    /// The kinds of faults, by their names in a plan.
    enum Kind: String, CaseIterable, CodingKey {
        case latency, rate, status, reset, stall, cut, length, withoutLength, type, redirect, requires
        case ignoresRanges, headers, stale, windowMoves
    }

    /// Which kind it is of. An answer has at most one fault of each.
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
