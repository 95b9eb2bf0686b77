internal import HTTPTransport
package import PlayheadCore

/// The reason why a request failed or ended early.
package struct FetchFault: Error, Sendable {
    package enum Kind: Sendable, Equatable {
        /// The network policy forbids the request.
        case refused
        case status(Int, retryAfter: Duration?)
        /// The connection failed.
        case unreachable
        /// The TLS connection failed.
        case untrusted
        /// The connection ended before the response did.
        case broken
        /// The server sent nothing for the idle timeout.
        case silent
        /// The content differs from the requested kind.
        case content
        /// The resource has changed since the first request, so the transfer cannot be resumed.
        case changed
        /// The redirects do not lead to a resource.
        case astray
        /// A live stream has no media yet. The value is the delay before the next request.
        case early(askAgain: Duration)
    }

    package var kind: Kind
    package var error: PlayerError

    /// Creates the fault of a response with an error status.
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

    /// The fault of unusable content. `what` completes the sentence of the message.
    package static func content(_ what: String, _ address: HTTPURL) -> FetchFault {
        FetchFault(
            .content,
            PlayerError(
                .malformed, address.isFile ? "The file has \(what)" : "The server gave \(what)",
                hint: address.isFile ? "check what names it" : "check the server", uri: address.text))
    }

    /// The fault of a track without a time unit, in which no sample could be due.
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

    /// - Parameter period: the interval at which the stream gets new media.
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

    /// The suffix of a warning, after the URI.
    package var words: String { status.map { ", status \($0)" } ?? "" }

    /// Whether the whole host is unreachable, and not only the resource.
    package var isOfHost: Bool { kind == .silent || kind == .unreachable }

    /// Whether the URI may have expired.
    package var asksForFreshAddress: Bool { status == 401 || status == 403 || status == 410 }

    /// Whether the server denies access.
    package var isDenial: Bool { status == 401 || status == 403 || status == 407 }
}

extension PlayerWarning {
    /// The warning about a server that responds with the whole file to a range request.
    package static func withoutRanges(_ address: HTTPURL) -> PlayerWarning {
        PlayerWarning(
            "The server \(address.host) gives no parts of files: each is read from the beginning of its file",
            hint: "let the server answer requests for ranges")
    }
}
