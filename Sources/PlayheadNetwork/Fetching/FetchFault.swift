internal import HTTPTransport
package import PlayheadCore

/// Why a request brought nothing, or not all.
package struct FetchFault: Error, Sendable {
    package enum Kind: Sendable, Equatable {
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

    package var kind: Kind
    package var error: PlayerError

    /// An answer with an error status.
    init(_ head: HTTPResponseHead, of address: HTTPURL) {
        let status = head.status
        kind = .status(status, retryAfter: head["Retry-After"].flatMap(Self.pause))
        error = PlayerError.http(status).about(address.text)
        error.domainCode = status
    }

    package init(_ kind: Kind, _ error: PlayerError) {
        self.kind = kind
        self.error = error
    }

    static func silent(_ address: HTTPURL) -> FetchFault {
        FetchFault(
            .silent,
            PlayerError(
                .timedOut, "\(address.host) does not answer", hint: "check the network and try again",
                uri: address.text))
    }

    package static func broken(_ address: HTTPURL) -> FetchFault {
        FetchFault(.broken, PlayerError.connectionLost.about(address.text))
    }

    /// What was wrong with the content, as the end of a sentence.
    package static func content(_ what: String, _ address: HTTPURL) -> FetchFault {
        FetchFault(
            .content,
            PlayerError(
                .malformed, address.isFile ? "The file has \(what)" : "The server gave \(what)",
                hint: address.isFile ? "check what names it" : "check the server", uri: address.text))
    }

    /// Of what is nothing would ever be due.
    package static func uncountable(_ address: HTTPURL) -> FetchFault {
        FetchFault(
            .refused,
            PlayerError(
                .malformed, "A track of the stream has no unit of time (a timescale of 0)",
                hint: "make the stream anew", uri: address.text))
    }

    package static func forbidden(_ uri: String) -> FetchFault {
        FetchFault(.status(403, retryAfter: nil), PlayerError.http(403).about(uri))
    }

    package static func changed(_ address: HTTPURL) -> FetchFault {
        FetchFault(
            .changed,
            PlayerError(
                .connectionLost, "The connection broke, and the server has something else now",
                hint: "try again", uri: address.text))
    }

    static func astray(_ address: HTTPURL, _ message: String) -> FetchFault {
        FetchFault(
            .astray,
            PlayerError(.network, message, hint: "check the server", uri: address.text, isRecoverable: false))
    }

    /// - Parameter period: how often it has something new.
    package static func early(_ address: HTTPURL, period: Duration) -> FetchFault {
        FetchFault(
            .early(askAgain: min(max(period, .milliseconds(500)), .seconds(5))),
            PlayerError(
                .timedOut, "The live stream has not begun: there is nothing to play in it yet",
                hint: "try again when it has", uri: address.text))
    }

    package var isEarly: Bool { if case .early = kind { true } else { false } }

    private static func pause(_ text: String) -> Duration? { Int(text).map { .seconds(max($0, 0)) } }
}

extension FetchFault {
    package var status: Int? { if case .status(let status, _) = kind { status } else { nil } }

    /// What a warning says of it, behind an address.
    package var words: String { status.map { ", status \($0)" } ?? "" }

    /// Whether the whole host is out of reach, and not only what was asked for.
    package var isOfHost: Bool { kind == .silent || kind == .unreachable }

    /// Whether the address may be one that was good for a while.
    package var asksForFreshAddress: Bool { status == 401 || status == 403 || status == 410 }

    /// A server that lets nobody in.
    package var isDenial: Bool { status == 401 || status == 403 || status == 407 }
}

extension PlayerWarning {
    /// A server gives all of a file where a part was asked for.
    package static func withoutRanges(_ address: HTTPURL) -> PlayerWarning {
        PlayerWarning(
            "The server \(address.host) gives no parts of files: each is read from the beginning of its file",
            hint: "let the server answer requests for ranges")
    }
}
