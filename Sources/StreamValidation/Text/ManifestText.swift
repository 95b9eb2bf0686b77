package import AdaptiveStreaming

/// A DASH manifest as it is written.
package struct ManifestText: Sendable {
    package let uri: String
    package let root: XMLTree

    package var isDynamic: Bool { root.attributes["type"] == "dynamic" }
    package var periods: [XMLTree] { root.all("Period") }

    /// Each representation with its adaptation set and period.
    package var representations: [(period: XMLTree, set: XMLTree, representation: XMLTree)] {
        periods.flatMap { period in
            period.all("AdaptationSet").flatMap { set in
                set.all("Representation").map { (period, set, $0) }
            }
        }
    }

    /// An attribute of a representation, which its adaptation set may declare for all.
    static func inherited(_ name: String, _ set: XMLTree, _ representation: XMLTree) -> String? {
        representation.attributes[name] ?? set.attributes[name]
    }
}

/// The versions of a live playlist, in the order of loading.
package struct PlaylistHistory: Sendable {
    package struct Version: Sendable {
        /// The time since the first load.
        package var time: Duration
        package var playlist: MediaText

        package init(time: Duration, playlist: MediaText) { (self.time, self.playlist) = (time, playlist) }

        /// The number of the first segment.
        var sequence: Int { number(of: "EXT-X-MEDIA-SEQUENCE") }
        var discontinuities: Int { number(of: "EXT-X-DISCONTINUITY-SEQUENCE") }

        private func number(of tag: String) -> Int {
            let number = playlist.text.first(tag).flatMap { Int($0.value) } ?? 0
            return min(max(number, 0), 1 << 53)
        }
    }

    package let uri: String
    package var versions: [Version]

    package init(uri: String, versions: [Version]) { (self.uri, self.versions) = (uri, versions) }
}
