internal import GStreamer
internal import PlayheadCore

extension Discovery {
    /// The plug-ins that tracks need. The others count only if there is nothing to play.
    var missingSegments: [MissingPlugin] {
        let requests = missing.map { detail in
            let parts = detail.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            return PluginRequest(
                describing: parts.count > 3 ? parts[3] : detail, caps: parts.count > 4 ? parts[4] : detail)
        }
        return (hasMedia ? requests.filter(\.isForTrack) : requests.ofTracks).map { plugin in
            MissingPlugin(what: plugin.description, debianPackage: DebianPackage.providing(plugin.caps))
        }
    }
}
