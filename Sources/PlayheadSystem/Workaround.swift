internal import Synchronization

/// A defect or gap of GStreamer that Playhead works around.
///
/// Code that works around one reads ``isNeeded``. `scripts/workarounds` makes `docs/workarounds.md` from the
/// registry. `make workarounds` runs the test of each workaround with the workaround off.
package struct Workaround: Sendable {
    /// The name, as of the constant.
    package let name: String
    /// The element, plug-in or library with the defect.
    package let component: String
    /// What GStreamer does without the workaround.
    package let symptom: String
    /// The versions in which the defect was seen, for readers.
    package let seen: String
    /// The first version with the defect; nil if all supported versions before `fixed` have it.
    package let introduced: FrameworkVersion?
    /// The first version without the defect; nil while none is known.
    package let fixed: FrameworkVersion?
    /// The issue or merge request.
    package let upstream: String?
    /// The test that fails without the workaround: suite and name; nil where there is none.
    package let test: String?
    /// Why the code does not read ``isNeeded``; nil where it does.
    package let structure: String?

    init(
        _ name: String, of component: String, _ symptom: String, seen: String,
        introduced: FrameworkVersion? = nil, fixed: FrameworkVersion? = nil,
        upstream: String? = nil, test: String? = nil, structure: String? = nil
    ) {
        self.name = name
        self.component = component
        self.symptom = symptom
        self.seen = seen
        self.introduced = introduced
        self.fixed = fixed
        self.upstream = upstream
        self.test = test
        self.structure = structure
    }

    /// Whether the running version of GStreamer has the defect, as far as is known, and the workaround is not
    /// switched off.
    ///
    /// `PLAYHEAD_WORKAROUNDS_OFF` in the environment names workarounds to switch off, separated by commas, or `all`.
    package var isNeeded: Bool {
        if !Self.off.isEmpty, Self.off.contains(name) || Self.off.contains("all") { return false }
        guard let running = FrameworkVersion.running else { return true }
        return introduced.map { running >= $0 } ?? true && fixed.map { running < $0 } ?? true
    }

    private static let off: Set<String> = Set(
        (LocalFile.environment("PLAYHEAD_WORKAROUNDS_OFF") ?? "").split(separator: ",").map(String.init))
}

/// A version of GStreamer: `1.22.0`.
package struct FrameworkVersion: Sendable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
    private let numbers: [Int]

    package init(_ numbers: [Int]) { self.numbers = numbers }

    package init(stringLiteral text: String) { numbers = text.split(separator: ".").map { Int($0) ?? 0 } }

    package static func < (one: FrameworkVersion, other: FrameworkVersion) -> Bool {
        one.numbers.lexicographicallyPrecedes(other.numbers)
    }

    package var description: String { numbers.map(String.init).joined(separator: ".") }

    /// The version of the GStreamer that is loaded; nil before it has been read.
    package static var running: FrameworkVersion? { known.withLock(\.self) }

    package static func setRunning(_ version: FrameworkVersion) { known.withLock { $0 = version } }

    private static let known = Mutex<FrameworkVersion?>(nil)
}
