/// A playback error with a message for people and fields for programs (contract 4.6).
///
/// Later versions may add codes: handle the ones you need, and the others together.
public struct PlayerError: Error, Sendable, Equatable, Codable {
    /// The kind of error.
    public enum Code: String, Sendable, Hashable, CaseIterable, Codable {
        /// The file or resource does not exist.
        case notFound
        /// Access is not permitted.
        case notPermitted
        /// The path is a directory.
        case isDirectory
        /// The path is no regular file: it is a pipe, a device or a socket.
        case notRegularFile
        /// The medium is empty.
        case empty
        /// The URI is malformed, or its scheme is not supported.
        case invalidURI
        /// The content has no supported format.
        case unknownFormat
        /// The content has a supported format, but is damaged or incomplete.
        case malformed
        /// The file has a format version that this version of Playhead does not read.
        case unsupportedVersion
        /// The playlist is invalid, or has no segments.
        case invalidPlaylist
        /// No decoder or other plug-in is installed for the medium; the hint names the Debian package.
        case missingDecoder
        /// A decoder failed.
        case decodingFailed
        /// A filter of the configuration is invalid, lacks an element, or failed.
        case filterFailed
        /// The address of the item could not be resolved (``PlayerConfiguration/resolveItem``).
        case resolverFailed
        /// The host name does not resolve.
        case hostNotFound
        /// The host refused the connection.
        case connectionRefused
        /// The connection was lost.
        case connectionLost
        /// The server responded with an error status.
        case httpStatus
        /// The server certificate is invalid, or no secure connection could be made.
        case tlsFailure
        /// The request is not permitted by ``NetworkPolicy``.
        case blockedByPolicy
        /// The medium has an unsupported encryption.
        case unsupportedEncryption
        /// Any other network error.
        case network
        /// A window or an audio device is not usable.
        case outputUnavailable
        /// A timeout passed.
        case timedOut
        /// The source is not seekable.
        case notSeekable
        /// A file could not be written: the disk is full, or the device has a fault.
        case writeFailed
        /// The content ended before its declared end.
        case truncated
        /// The player is closed.
        case closed
        /// Any other error.
        case unknown
    }

    /// The kind of error.
    public var code: Code
    /// One sentence about the failure.
    public var message: String
    /// The remedy, if it is known.
    public var hint: String?
    /// The URI of the item, or of its resource that failed.
    public var uri: String?
    /// The factory name of the reporting GStreamer element.
    public var element: String?
    /// GStreamer's error domain (`gst-resource-error-quark` …), or `playhead` for errors found without it.
    public var domain: String
    /// The code in the domain; 0 for the domain `playhead`, except for HTTP statuses.
    public var domainCode: Int
    /// Whether a retry may succeed: ``Player/retry()``.
    public var isRecoverable: Bool

    /// Makes an error; all values except code and message have defaults.
    public init(
        _ code: Code, _ message: String, hint: String? = nil, uri: String? = nil, element: String? = nil,
        domain: String = "playhead", domainCode: Int = 0, isRecoverable: Bool? = nil
    ) {
        self.code = code
        self.message = message
        self.hint = hint
        self.uri = uri
        self.element = element
        self.domain = domain
        self.domainCode = domainCode
        self.isRecoverable = isRecoverable ?? code.isUsuallyRecoverable
    }
}

extension PlayerError.Code {
    /// Whether a retry without changes may succeed.
    package var isUsuallyRecoverable: Bool {
        switch self {
        case .hostNotFound, .connectionRefused, .connectionLost, .network, .timedOut, .outputUnavailable: true
        default: false
        }
    }
}

extension PlayerError {
    /// The error of a premature end; nil if rounding or an estimated duration explains it (contract 4.7).
    package static func shortfall(of end: Duration, promised: Duration, uri: String?) -> PlayerError? {
        guard end + MediaGap.endTolerance(of: promised) < promised else { return nil }
        return PlayerError(
            .truncated,
            "The content ends at \(end.inShownSeconds) s and promised \(promised.inShownSeconds) s",
            hint: "the file is cut off or a part of it is missing; fetch it again", uri: uri)
    }

    /// The error of a medium that has no track of the kinds that are read.
    package static func noTrack(of kinds: Set<Track.Kind>, _ uri: String) -> PlayerError {
        let names = kinds.map(\.rawValue).sorted().joined(separator: " or ")
        return PlayerError(.notFound, "The medium has no \(names)", uri: uri)
    }

    /// The error of an item that begins at or behind the end of its medium.
    package static func startBeyondEnd(_ start: Duration, _ end: Duration, uri: String) -> PlayerError {
        PlayerError(
            .empty, "The start, \(start.inShownSeconds) s, lies beyond the end, \(end.inShownSeconds) s",
            hint: "choose an earlier start", uri: uri)
    }
}

extension PlayerError: CustomStringConvertible {
    /// The message, followed by the hint.
    public var description: String { hint.map { "\(message) (\($0))" } ?? message }
}

/// A problem that did not stop playback.
public struct PlayerWarning: Sendable, Hashable, Codable {
    /// One sentence about the problem.
    public var message: String
    /// The remedy, if it is known.
    public var hint: String?
    /// The kind of warning, for programs; nil for all others.
    public var code: Code?
    /// The title of the missing subtitles, as in ``Track/title``.
    package var title: String?

    /// The kind of a warning.
    public enum Code: String, Sendable, Hashable, Codable {
        /// A segment of the subtitles is missing.
        case missingText
        /// No hardware decodes the video, and ``PlayerConfiguration/Decoding/hardware`` asks for it.
        case noHardwareDecoder
        /// A hardware decoder has failed. Software continues from the same frame.
        case hardwareDecoderFailed
        /// The audio device is lost. Playback goes on by ``PlayerConfiguration/audioDeviceLossPolicy``.
        case audioDeviceLost
    }

    /// Makes a warning.
    public init(_ message: String, hint: String? = nil, code: Code? = nil) {
        self.message = message
        self.hint = hint
        self.code = code
    }

    /// The warning of an error that does not stop playback.
    package init(_ error: PlayerError) { self.init(error.message, hint: error.hint) }

    /// The warning of missing subtitles with this title.
    package static func missingText(_ message: String, hint: String?, of title: String?) -> PlayerWarning {
        var warning = PlayerWarning(message, hint: hint, code: .missingText)
        warning.title = title
        return warning
    }
}
