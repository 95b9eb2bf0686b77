package import PlayheadSystem

extension PlayerError {
    /// The error of an HTTP status.
    package static func http(_ status: Int) -> PlayerError {
        let meaning =
            switch status {
            case 401, 407: "asks for a login"
            case 403: "refuses access"
            case 404, 410: "has no such resource"
            case 429: "asks to come less often"
            case 500...599: "has a fault of its own"
            default: "gave an error"
            }
        let hint = status >= 500 || status == 429 ? "try again later" : "check the address"
        return PlayerError(
            .httpStatus, "The server \(meaning) (HTTP status \(status))", hint: hint,
            isRecoverable: status >= 500 || status == 429 || status == 408)
    }

    /// The same error with a URI.
    package func about(_ uri: String) -> PlayerError {
        var error = self
        error.uri = uri
        return error
    }

    package static let connectionLost = PlayerError(
        .connectionLost, "The connection broke before the end of the content",
        hint: "check the network and try again")
    package static let damaged = PlayerError(
        .malformed, "The file is damaged or incomplete", hint: "fetch it again")
    package static let unknownFormat = PlayerError(
        .unknownFormat, "This is no medium that is known here", hint: "check the file")
    package static func smoothStreaming(_ uri: String) -> PlayerError {
        PlayerError(
            .unknownFormat, "Smooth Streaming is not supported", hint: "offer it as HLS or DASH", uri: uri)
    }
    package static func notSaved(_ uri: String) -> PlayerError {
        PlayerError(
            .writeFailed, "This is a stream of segments (HLS, DASH), which cannot be saved as one file",
            hint: "play it without saving, or save an address of one file", uri: uri)
    }
    package static func sourceMissing(_ uri: String) -> PlayerError {
        PlayerError(
            .invalidURI, "The bytes of this item were given by a program, which is not there any more",
            hint: "make the item anew with its source", uri: uri)
    }
    package static func untimedFrames(_ uri: String) -> PlayerError {
        PlayerError(.unknownFormat, "It has video frames without times: there is nothing to play", uri: uri)
    }
    package static let invalidPlaylist = PlayerError(
        .invalidPlaylist, "This is no playlist that can be played: it is malformed or has no segments",
        hint: "check the address and the server")

    /// The error of an unreachable host.
    package static func unreachable(_ probe: HostProbe, host: String, port: Int) -> PlayerError {
        switch probe {
        case .noAddress:
            PlayerError(.hostNotFound, "Host not found: \(host)", hint: "check the name and the network")
        case .refused:
            PlayerError(
                .connectionRefused, "\(host) refuses connections on port \(port)",
                hint: "check the address and the server")
        case .unreachable: PlayerError(.network, "\(host) cannot be reached", hint: "check the network")
        case .silent:
            PlayerError(.timedOut, "\(host) does not answer", hint: "check the network and try again")
        case .reachable: connectionLost
        }
    }

    package static func untrusted(_ host: String) -> PlayerError {
        PlayerError(
            .tlsFailure, "No secure connection to \(host) could be made",
            hint: "check the address and its certificate")
    }
}
