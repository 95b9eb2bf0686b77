/// What went wrong, in words a person can act on and fields a program can decide on (contract 4.6).
///
/// The set of codes may grow; match the ones you handle and give the others one common answer.
public struct PlayerError: Error, Sendable, Equatable, Codable {
    /// The kind of fault.
    public enum Code: String, Sendable, Hashable, CaseIterable, Codable {
        /// There is no such file or resource.
        case notFound
        /// Reading it is not permitted.
        case notPermitted
        /// It is a directory.
        case isDirectory
        /// It is not a regular file: a pipe, a device or a socket.
        case notRegularFile
        /// It has no content.
        case empty
        /// The address is malformed, or its scheme is not supported.
        case invalidURI
        /// The content is no medium that is known here.
        case unknownFormat
        /// The content says it is a medium, but it is damaged or incomplete.
        case malformed
        /// The file has a format version that this version of Playhead does not read.
        case unsupportedVersion
        /// The playlist is not one, or has no segments.
        case invalidPlaylist
        /// No decoder or other plug-in is installed for it; the hint names the Debian package.
        case missingDecoder
        /// A decoder gave up.
        case decodingFailed
        /// The host has no address.
        case hostNotFound
        /// The host refused the connection.
        case connectionRefused
        /// The connection broke.
        case connectionLost
        /// The server answered with an error status.
        case httpStatus
        /// The server could not prove who it is, or no secure connection could be made.
        case tlsFailure
        /// The player's own rules do not allow to fetch it (``NetworkPolicy``).
        case blockedByPolicy
        /// It is encrypted in a way that cannot be played.
        case unsupportedEncryption
        /// Any other fault of the network.
        case network
        /// A window or a sound device could not be used.
        case outputUnavailable
        /// A timeout passed.
        case timedOut
        /// The source cannot seek.
        case notSeekable
        /// A file could not be written: there is no room, or the device has a fault.
        case writeFailed
        /// The content ended short of what it promised.
        case truncated
        /// The player is closed.
        case closed
        /// A fault that fits none of the others.
        case unknown
    }

    /// The kind of fault.
    public var code: Code
    /// One sentence for a person: what failed.
    public var message: String
    /// What the person can do about it, where that is known.
    public var hint: String?
    /// The address of the item, or of the resource in it that failed.
    public var uri: String?
    /// The GStreamer element that reported it, by the name of its factory.
    public var element: String?
    /// GStreamer's error domain (`gst-resource-error-quark` …), or `playhead` for faults found without it.
    public var domain: String
    /// The code inside the domain; 0 when the domain is `playhead`, except for HTTP statuses.
    public var domainCode: Int
    /// Whether trying again may help: ``Player/retry()``.
    public var isRecoverable: Bool

    /// Makes an error; everything beside code and message has a plain default.
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
    /// Whether trying again without changing anything may help.
    package var isUsuallyRecoverable: Bool {
        switch self {
        case .hostNotFound, .connectionRefused, .connectionLost, .network, .timedOut, .outputUnavailable: true
        default: false
        }
    }
}

extension PlayerError {
    /// What an end leaves owing; nil where rounding, or an estimated length, explains it (contract 4.7).
    package static func shortfall(of end: Duration, promised: Duration, uri: String?) -> PlayerError? {
        guard end + MediaGap.endTolerance(of: promised) < promised else { return nil }
        return PlayerError(
            .truncated,
            "The content ends at \(end.inShownSeconds) s and promised \(promised.inShownSeconds) s",
            hint: "the file is cut off or a part of it is missing; fetch it again", uri: uri)
    }
}

extension PlayerError: CustomStringConvertible {
    /// The message, with the hint behind it.
    public var description: String { hint.map { "\(message) (\($0))" } ?? message }
}

/// Something that did not stop playback but that a person may want to know.
public struct PlayerWarning: Sendable, Hashable, Codable {
    /// One sentence for a person: what is not as it should be.
    public var message: String
    /// What the person can do about it, where that is known.
    public var hint: String?
    /// What it is about, where a program may want to know; nil for everything else.
    public var code: Code?
    /// What the texts are called that are missing, as ``Track/title`` has it.
    package var title: String?

    /// What a warning is about.
    public enum Code: String, Sendable, Hashable, Codable {
        /// A part of the subtitles could not be had.
        case missingText
    }

    /// Makes a warning.
    public init(_ message: String, hint: String? = nil, code: Code? = nil) {
        self.message = message
        self.hint = hint
        self.code = code
    }

    /// What an error says that stops nothing.
    package init(_ error: PlayerError) { self.init(error.message, hint: error.hint) }

    /// A part of the texts is missing that are called so.
    package static func missingText(_ message: String, hint: String?, of title: String?) -> PlayerWarning {
        var warning = PlayerWarning(message, hint: hint, code: .missingText)
        warning.title = title
        return warning
    }
}
