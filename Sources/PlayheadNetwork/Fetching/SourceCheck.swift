package import PlayheadCore
internal import PlayheadSystem

/// Checks a URI before a GStreamer element opens it.
package enum SourceCheck {
    /// The error of a URI that cannot be played; nil when the URI must be tried.
    ///
    /// May block on a dead mount, as every access to a file may. Only for the queue of a pipeline.
    package static func fault(of uri: String) -> PlayerError? {
        guard FileAddress.hasScheme(uri) || uri.hasPrefix("fd://") else {
            return PlayerError(
                .invalidURI, "“\(uri)” is not an address", hint: "give a path or scheme://…", uri: uri)
        }
        guard uri.lowercased().hasPrefix("file:") else {
            // This check parses the URI, and files are handled without it.
            guard let port = URIComponents(uri)?.port, port > 65535 else { return nil }
            return PlayerError(.invalidURI, "There is no port \(port)", hint: "check the address", uri: uri)
        }
        guard let path = FileAddress.path(uri: uri) else {
            return PlayerError(.invalidURI, "The address names a file on another machine", uri: uri)
        }
        return switch LocalFile(path: path) {
        case .regular: nil
        case .missing: PlayerError(.notFound, "No such file: \(path)", hint: "check the path", uri: uri)
        case .denied:
            PlayerError(
                .notPermitted, "Reading is not permitted: \(path)", hint: "check its permissions", uri: uri)
        case .directory:
            PlayerError(.isDirectory, "It is a directory: \(path)", hint: "name a file in it", uri: uri)
        case .special:
            PlayerError(
                .notRegularFile, "It is a pipe, a device or a socket: \(path)",
                hint: "play it from standard input: -", uri: uri)
        case .empty: PlayerError(.empty, "The file is empty: \(path)", hint: "fetch it again", uri: uri)
        }
    }
}

/// How a URI is loaded: by uridecodebin for files and plain HTTP, by the player itself for HLS and DASH.
package enum SourceKind: Sendable, Equatable {
    case progressive
    /// HLS or DASH segments, which the player loads and demuxes itself.
    case streaming

    package init(uri: String) {
        let address = URIComponents(uri)
        let isWeb = address?.scheme == "http" || address?.scheme == "https"
        self = isWeb && Self.namesPlaylist(uri) ? .streaming : .progressive
    }

    /// Whether the URI has the file name extension of an HLS or DASH playlist.
    package static func namesPlaylist(_ uri: String) -> Bool {
        let path = URIComponents(uri)?.path.lowercased() ?? ""
        return path.hasSuffix(".m3u8") || path.hasSuffix(".mpd")
    }

    /// Whether elements of a factory fetch URIs that the content names.
    package static func followsAddresses(_ factory: String) -> Bool {
        ["hlsdemux", "hlsdemux2", "dashdemux", "dashdemux2", "mssdemux", "mssdemux2"].contains(factory)
    }
}
