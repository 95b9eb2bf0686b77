internal import HTTPTransport

/// Why a request brought nothing, or not all.
struct FetchFault: Error, Sendable {
    enum Kind: Sendable, Equatable {
        /// The policy does not allow it.
        case refused
        case status(Int, retryAfter: Duration?)
        /// No connection could be made.
        case unreachable
        /// No secure connection could be made.
        case untrusted
        /// The connection ended before the answer did.
        case broken
        /// Nothing came for too long.
        case silent
        /// What came is not what was asked for.
        case content
        /// The same as before would not come again.
        case changed
        /// Redirects that lead nowhere.
        case astray
        /// A live stream that has nothing to play yet: when it is worth to ask again.
        case early(askAgain: Duration)
    }

    var kind: Kind
    var error: PlayerError

    /// An answer with an error status.
    init(_ head: HTTPResponseHead, of address: WebAddress) {
        let status = head.status
        kind = .status(status, retryAfter: head["Retry-After"].flatMap(Self.pause))
        error = PlayerError.http(status).about(address.text)
        error.domainCode = status
    }

    init(_ kind: Kind, _ error: PlayerError) {
        self.kind = kind
        self.error = error
    }

    static func silent(_ address: WebAddress) -> FetchFault {
        FetchFault(
            .silent,
            PlayerError(
                .timedOut, "\(address.host) does not answer", hint: "check the network and try again",
                uri: address.text))
    }

    static func broken(_ address: WebAddress) -> FetchFault {
        FetchFault(.broken, PlayerError.connectionLost.about(address.text))
    }

    /// What was wrong with the content, as the end of a sentence.
    static func content(_ what: String, _ address: WebAddress) -> FetchFault {
        FetchFault(
            .content,
            PlayerError(
                .malformed, address.isFile ? "The file has \(what)" : "The server gave \(what)",
                hint: address.isFile ? "check what names it" : "check the server", uri: address.text))
    }

    /// Of what is nothing would ever be due.
    static func uncountable(_ address: WebAddress) -> FetchFault {
        FetchFault(
            .refused,
            PlayerError(
                .malformed, "A track of the stream has no unit of time (a timescale of 0)",
                hint: "make the stream anew", uri: address.text))
    }

    static func forbidden(_ uri: String) -> FetchFault {
        FetchFault(.status(403, retryAfter: nil), PlayerError.http(403).about(uri))
    }

    static func changed(_ address: WebAddress) -> FetchFault {
        FetchFault(
            .changed,
            PlayerError(
                .connectionLost, "The connection broke, and the server has something else now",
                hint: "try again", uri: address.text))
    }

    static func astray(_ address: WebAddress, _ message: String) -> FetchFault {
        FetchFault(
            .astray,
            PlayerError(.network, message, hint: "check the server", uri: address.text, isRecoverable: false))
    }

    /// - Parameter period: how often it has something new.
    static func early(_ address: WebAddress, period: Duration) -> FetchFault {
        FetchFault(
            .early(askAgain: min(max(period, .milliseconds(500)), .seconds(5))),
            PlayerError(
                .timedOut, "The live stream has not begun: there is nothing to play in it yet",
                hint: "try again when it has", uri: address.text))
    }

    var isEarly: Bool { if case .early = kind { true } else { false } }

    private static func pause(_ text: String) -> Duration? { Int(text).map { .seconds(max($0, 0)) } }
}

extension FetchFault {
    var status: Int? { if case .status(let status, _) = kind { status } else { nil } }

    /// What a warning says of it, behind an address.
    var words: String { status.map { ", status \($0)" } ?? "" }

    /// Whether the whole host is out of reach, and not only what was asked for.
    var isOfHost: Bool { kind == .silent || kind == .unreachable }

    /// Whether the address may be one that was good for a while.
    var asksForFreshAddress: Bool { status == 401 || status == 403 || status == 410 }

    /// A server that lets nobody in.
    var isDenial: Bool { status == 401 || status == 403 || status == 407 }
}

extension PlayerWarning {
    /// A server gives all of a file where a part was asked for.
    static func withoutRanges(_ address: WebAddress) -> PlayerWarning {
        PlayerWarning(
            "The server \(address.host) gives no parts of files: each is read from the beginning of its file",
            hint: "let the server answer requests for ranges")
    }
}
