internal import GStreamer
internal import MediaFormats
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadSystem

extension PlayerError {
    /// Translates the fault of an element into an error for the caller (contract 4.6).
    ///
    /// - Parameters:
    ///   - fault: the first error message of the pipeline; later ones follow from it.
    ///   - missing: the plug-ins that were found missing before.
    ///   - hasPresented: whether media had been found and decoded.
    ///   - encryption: the scheme of an encrypted track, if it is known.
    init(
        _ fault: ElementFault, uri: String, missing: [PluginRequest], hasPresented: Bool,
        encryption: String? = nil
    ) {
        let missing = missing.ofTracks
        let scheme =
            hasPresented
            ? nil
            : Self.scheme(fault, uri: uri, known: missing.lazy.compactMap(\.encryption).first ?? encryption)
        var error =
            scheme.map { Self.encrypted(by: $0) }
            ?? Self.classified(fault, uri: uri, missing: missing, hasPresented: hasPresented)
        error.uri = uri
        // Which element reports encryption first, with which code, differs from run to run.
        if scheme == nil {
            error.element = fault.element.isEmpty ? nil : fault.element
            error.domain = fault.domain
            error.domainCode = fault.code
        }
        self = error
    }

    /// The scheme of the encryption that explains a fault; nil if there is none.
    private static func scheme(_ fault: ElementFault, uri: String, known: String?) -> String? {
        guard fault.httpStatus == nil, fault.domain == "gst-stream-error-quark" || fault.isAboutCodecs else {
            return nil
        }
        return known ?? FileEncryption.scheme(uri: uri) ?? (fault.isAboutEncryption ? "unknown" : nil)
    }

    private static func classified(
        _ fault: ElementFault, uri: String, missing: [PluginRequest], hasPresented: Bool
    ) -> PlayerError {
        if let status = fault.httpStatus, status >= 400 { return http(status) }
        if missing.first?.isDocument == true {
            return SourceKind.namesPlaylist(uri) ? invalidPlaylist : unknownFormat
        }
        if let first = missing.first, fault.isAboutCodecs { return missingDecoder(first) }
        let isWeb = URIComponents(uri).map { $0.scheme == "http" || $0.scheme == "https" } ?? false
        let isPlaylist = SourceKind.namesPlaylist(uri)
        switch (fault.domain, fault.code) {
        case ("gst-resource-error-quark", _) where fault.element.hasSuffix("sink"):
            return PlayerError(
                .outputUnavailable, "The output failed: \(fault.message)", hint: "choose another output")
        case ("gst-resource-error-quark", 3):
            return PlayerError(.notFound, "There is no such resource", hint: "check the address")
        case ("gst-resource-error-quark", 5) where fault.isAboutConnection,
            ("gst-resource-error-quark", 9) where isWeb:
            return hasPresented ? connectionLost : unreachable(uri)
        case ("gst-resource-error-quark", 5), ("gst-resource-error-quark", 15):
            return PlayerError(.notPermitted, "Reading is not permitted", hint: "check permissions")
        case ("gst-resource-error-quark", _) where isWeb,
            ("gst-stream-error-quark", 1) where isWeb && !isPlaylist:
            return hasPresented ? connectionLost : unreachable(uri)
        case ("gst-stream-error-quark", _) where isPlaylist && !hasPresented:
            return isWeb && fault.code == 1 ? playlistOrNetwork(uri) : invalidPlaylist
        case ("gst-stream-error-quark", 4) where fault.debug.contains("no data"):
            return PlayerError(.empty, "There is no content", hint: "fetch it again")
        case ("gst-stream-error-quark", let code) where fault.element == ImageParser.factory:
            return image(code, fault.message)
        // `flacparse` recognised the format, and found no intact frame.
        case ("gst-stream-error-quark", 5)
        where fault.element == "flacparse" && Workaround.flacCutFileError.isNeeded: return damaged
        case ("gst-stream-error-quark", 3), ("gst-stream-error-quark", 4), ("gst-stream-error-quark", 5):
            return unknownFormat
        case ("gst-stream-error-quark", 7):
            return PlayerError(.decodingFailed, "The content could not be decoded: \(fault.message)")
        case ("gst-stream-error-quark", 6), ("gst-core-error-quark", 12):
            return PlayerError(.missingDecoder, "No decoder is installed for this content")
        case ("gst-stream-error-quark", _): return damaged
        default:
            return PlayerError(.unknown, fault.message)
        }
    }

    /// The error of an image file that the parser refuses.
    private static func image(_ code: Int, _ message: String) -> PlayerError {
        switch code {
        case 3: PlayerError(.unknownFormat, message, hint: "convert it to JPEG or PNG")
        case 7:
            PlayerError(
                .decodingFailed, message,
                hint: "reduce it to \(ImageFile.mostPixels / 1_000_000) million pixels")
        default: PlayerError(.malformed, message, hint: "fetch it again")
        }
    }

    static func missingDecoder(_ missing: PluginRequest) -> PlayerError {
        if let scheme = missing.encryption { return encrypted(by: scheme) }
        if let scheme = missing.unknownScheme {
            return PlayerError(
                .invalidURI, "Addresses that begin with \(scheme): cannot be played",
                hint: "check the address")
        }
        return PlayerError(
            .missingDecoder, "No plug-in is installed for \(missing.description)",
            hint: DebianPackage.hint(providing: missing.caps))
    }

    /// The source reports only that something failed (1.22). The network is asked for the reason.
    private static func unreachable(_ uri: String) -> PlayerError {
        guard let address = URIComponents(uri), let host = address.host else {
            return PlayerError(.invalidURI, "The address names no host", hint: "check the address")
        }
        guard Workaround.networkCauseHidden.isNeeded else {
            return PlayerError(.network, "The address cannot be read", hint: "check the network")
        }
        let port = address.port ?? (address.scheme == "https" ? 443 : 80)
        let probe = HostProbe.ask(host: host, port: port)
        if probe == .reachable, address.scheme == "https" {
            return PlayerError(
                .network, "No secure connection to \(host) could be made",
                hint: "check the address and its certificate")
        }
        return unreachable(probe, host: host, port: port)
    }

    private static func playlistOrNetwork(_ uri: String) -> PlayerError {
        let error = unreachable(uri)
        return error.code == .connectionLost ? invalidPlaylist : error
    }
}

/// A plug-in that is not installed.
struct PluginRequest: Sendable, Equatable {
    /// Its purpose, in words for the user.
    var description: String
    /// The input that it would have to accept, as in a missing-plugin message: `decoder-video/x-h265, …`.
    var caps: String

    /// The scheme of an encrypted track, which no plug-in decrypts.
    var encryption: String?

    /// For an unknown format GStreamer's description contains only the raw code.
    init(describing description: String, caps: String) {
        let codes = caps.split(separator: ",").first?.split(separator: "-") ?? []
        let isUnknown = caps.contains("x-gst-fourcc-")
        encryption = FileEncryption.scheme(caps: caps)
        self.description =
            isUnknown
            ? "the format “\(codes.last ?? "?")”, which is not known here"
            : encryption.map { "a track that is encrypted by \($0)" } ?? description
        self.caps = caps
    }

    /// Whether it is for a web page or another document, which is no medium.
    var isDocument: Bool { caps.hasPrefix("decoder-text/") || caps.hasPrefix("decoder-application/") }

    /// Whether it is for video, audio, images or subtitles. All others are for data, such as telemetry or
    /// timecode, which nothing presents, or for a container.
    var isForTrack: Bool {
        let prefix = "decoder-"
        guard caps.hasPrefix(prefix) else { return true }
        let type = caps.dropFirst(prefix.count).prefix { $0 != "," && $0 != "(" }
        return Self.trackTypes.contains { type.hasPrefix($0) }
    }

    private static let trackTypes = [
        "video/", "audio/", "image/", "text/", "subpicture/", "subtitle/", "closedcaption/",
        "application/x-subtitle", "application/x-ass", "application/x-ssa", "application/x-usf",
        "application/ttml", "application/x-kate", "application/kate", "application/x-teletext",
        "application/x-cenc", "application/x-webm-enc",
    ]

    /// The scheme of a URI that no element can read.
    var unknownScheme: String? {
        let prefix = "urisource-"
        let known: Set<String> = [
            "http", "https", "ftp", "rtsp", "rtmp", "mms", "smb", "sftp", "srt", "udp", "cdda", "dvd",
        ]
        guard caps.hasPrefix(prefix) else { return nil }
        let scheme = String(caps.dropFirst(prefix.count))
        return known.contains(scheme) ? nil : scheme
    }

    /// The kind of stream that cannot be presented without it.
    var stream: PresentationMeter.Output? {
        if encryption != nil {
            // A demuxer adds the type of the encrypted data.
            if caps.contains("original-media-type=(string)video/") { return .video }
            return caps.contains("original-media-type=(string)audio/") ? .audio : nil
        }
        if caps.hasPrefix("decoder-video/") || caps.hasPrefix("decoder-image/") { return .video }
        return caps.hasPrefix("decoder-audio/") ? .audio : nil
    }
}

extension [PluginRequest] {
    /// The requests for tracks, without those for data; all requests if none is for a track.
    var ofTracks: Self {
        let tracks = filter(\.isForTrack)
        return tracks.isEmpty ? self : tracks
    }
}

extension ElementFault {
    fileprivate var isAboutCodecs: Bool {
        domain == "gst-core-error-quark" && code == 12 || domain == "gst-stream-error-quark" && code == 6
            || domain == "gst-stream-error-quark" && code == 1
    }

    /// `GST_STREAM_ERROR_DECRYPT` and `GST_STREAM_ERROR_DECRYPT_NOKEY`.
    fileprivate var isAboutEncryption: Bool {
        domain == "gst-stream-error-quark" && (code == 12 || code == 13)
    }

    fileprivate var isAboutConnection: Bool {
        debug.contains("connect") || debug.contains("resolve")
    }
}
