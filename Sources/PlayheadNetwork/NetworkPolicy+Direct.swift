package import PlayheadCore
package import PlayheadSystem

extension NetworkPolicy {
    /// The reason why GStreamer must not open a URI itself, because GStreamer ignores the policy; nil when it
    /// may.
    ///
    /// May block on a dead mount, as every access to a file may.
    package func refusalOfDirect(_ uri: String) -> PlayerError? {
        guard !allowsAnything else { return nil }
        if let path = FileAddress.path(uri: uri) {
            return Self.namesOthers(path)
                ? Self.unheld("A playlist in a file", "serve it over HTTP, or change the policy", uri) : nil
        }
        let scheme = uri.prefix { $0 != ":" }.lowercased()
        return ["file", "fd"].contains(scheme)
            ? nil : Self.unheld("What \(scheme): leads to", "use http or https, or change the policy", uri)
    }

    private static func unheld(_ what: String, _ hint: String, _ uri: String) -> PlayerError {
        PlayerError(.blockedByPolicy, "\(what) cannot be held to the network policy", hint: hint, uri: uri)
    }

    /// Whether GStreamer would fetch URIs that the file names: HLS, DASH, Smooth Streaming.
    package static func namesOthers(_ path: FilePath) -> Bool {
        ContentSniffer(of: path)?.namesOthers ?? false
    }

    /// The error for a medium that is found to name other URIs only after it was opened.
    package static func unheldMedium(_ uri: String) -> PlayerError {
        PlayerError(
            .blockedByPolicy, "What the medium names elsewhere cannot be held to the network policy",
            hint: "serve it as HLS over HTTP, or change the policy", uri: uri)
    }
}

extension ContentSniffer {
    /// Inspects a file; nil when it cannot be read. May block on a dead mount.
    init?(of path: FilePath) {
        guard let file = FileBytes(path: path) else { return nil }
        self.init(file.bytes(at: 0, count: Self.ofManifest)[...])
    }

    /// Whether a `file:` URI names an HLS playlist or a DASH manifest. An XML file with the extension of one
    /// counts too. May block on a dead mount.
    package static func isStream(file uri: String) -> Bool {
        guard let start = FileAddress.path(uri: uri).flatMap({ ContentSniffer(of: $0) }) else { return false }
        return start.isPresentation || start.isStream
            || (start.isMarkup || start.isBlank) && FileAddress.ending(of: uri).lowercased() == "mpd"
    }
}
