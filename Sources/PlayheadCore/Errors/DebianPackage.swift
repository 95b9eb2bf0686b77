/// The Debian packages of missing components.
package enum DebianPackage {
    /// The hint for a missing package.
    package static func hint(_ packages: String) -> String { "install the Debian package \(packages)" }

    /// The hint for a missing element.
    package static func hint(element: String, on system: DebianSystem = .current) -> String {
        of(element: element, on: system).map { hint($0) } ?? "no Debian package is known to bring it"
    }

    /// The hint for a missing decoder.
    package static func hint(providing wanted: String, on system: DebianSystem = .current) -> String {
        let all = all(providing: wanted, on: system)
        return all.first { !system.isInstalled($0) }.map { hint($0) }
            ?? "no \(all.isEmpty ? "" : "other ")Debian package is known to bring a decoder for it"
    }

    /// The package of an element; nil if Debian has none.
    package static func of(element: String, on system: DebianSystem = .current) -> String? {
        DebianPluginTable.of(release: system.release).packages[element]
    }

    /// The most likely package for a missing-plugin message (`decoder-video/x-h265, …`, `urisource-https`,
    /// `element-foo`); nil if Debian has none. An installed package obviously does not help.
    package static func providing(_ wanted: String, on system: DebianSystem = .current) -> String? {
        let element = "element-"
        if wanted.hasPrefix(element) {
            return of(element: String(wanted.dropFirst(element.count)), on: system)
        }
        return all(providing: wanted, on: system).first { !system.isInstalled($0) }
    }

    /// All packages for a missing-plugin message, best first.
    private static func all(providing wanted: String, on system: DebianSystem) -> [String] {
        let parts = wanted.split(separator: "-", maxSplits: 1)
        guard parts.count == 2 else { return [] }
        let table = DebianPluginTable.of(release: system.release)
        return switch parts[0] {
        case "decoder": CapsPattern(parts[1]).map { table.decoders(of: $0) } ?? []
        case "urisource": table.sources[String(parts[1])] ?? []
        default: []
        }
    }
}
