internal import PlayheadSystem

/// The parts of a Debian system that matter for hints.
package struct DebianSystem: Sendable {
    /// `VERSION_ID` of `/etc/os-release`; nil if it is unknown.
    package var release: String?
    /// Whether a package is installed.
    package var isInstalled: @Sendable (_ package: String) -> Bool

    package init(release: String?, isInstalled: @escaping @Sendable (_ package: String) -> Bool) {
        self.release = release
        self.isInstalled = isInstalled
    }

    /// This machine.
    package static let current = Self(release: version(in: LocalFile.text(of: "/etc/os-release") ?? "")) {
        name in
        // dpkg removes this file together with the package.
        [name, "\(name):\(architecture)"].contains { file in
            LocalFile(path: FilePath("/var/lib/dpkg/info/\(file).md5sums")) != .missing
        }
    }

    /// The value of `VERSION_ID` in the text of `/etc/os-release`.
    static func version(in text: String) -> String? {
        let key = "VERSION_ID="
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(key) }) else { return nil }
        return line.dropFirst(key.count).filter { $0 != "\"" && $0 != "'" }
    }

    #if arch(x86_64)
        private static let architecture = "amd64"
    #elseif arch(arm64)
        private static let architecture = "arm64"
    #else
        private static let architecture = "unknown"
    #endif
}
