package import PlayheadCore
package import PlayheadSystem

extension NetworkPolicy {
    /// Why something must not be opened by GStreamer itself, which knows of no policy; nil where it may.
    ///
    /// May block on a dead mount, as every first look at a file does.
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

    /// Whether a file is one of those from which GStreamer goes on to addresses that they name: HLS, DASH, Smooth Streaming.
    package static func namesOthers(_ path: FilePath) -> Bool {
        ContentSniffer(of: path)?.namesOthers ?? false
    }

    /// What turns out to name others only when it is read.
    package static func unheldMedium(_ uri: String) -> PlayerError {
        PlayerError(
            .blockedByPolicy, "What the medium names elsewhere cannot be held to the network policy",
            hint: "serve it as HLS over HTTP, or change the policy", uri: uri)
    }
}

extension ContentSniffer {
    /// That of a file; nil where it cannot be read. May block on a dead mount.
    init?(of path: FilePath) {
        guard let file = FileBytes(path: path) else { return nil }
        self.init(file.bytes(at: 0, count: Self.ofManifest)[...])
    }

    /// Whether an address is that of a file which is a playlist of HLS or a manifest of DASH, or is called one of these and is XML. May block on a
    /// dead mount.
    package static func isStream(file uri: String) -> Bool {
        guard let start = FileAddress.path(uri: uri).flatMap({ ContentSniffer(of: $0) }) else { return false }
        return start.isPresentation || start.isStream
            || (start.isMarkup || start.isBlank) && FileAddress.ending(of: uri).lowercased() == "mpd"
    }
}
