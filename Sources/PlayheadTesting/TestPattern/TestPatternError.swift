/// Why sample media could not be written.
public enum TestPatternError: Error, Sendable, Hashable {
    /// An element of GStreamer is not installed; this Debian package brings it.
    case elementMissing(String, package: String)
    /// What was asked for does not go together, or is out of range.
    case unsuitable(String)
    /// The file could not be written, or an encoder gave up.
    case failed(String)
}

extension TestPatternError: CustomStringConvertible {
    /// A sentence for a person.
    public var description: String {
        switch self {
        case .elementMissing(let element, let package):
            "GStreamer's element \(element) is not installed (install the Debian package \(package))"
        case .unsuitable(let what): what
        case .failed(let what): "the sample could not be written: \(what)"
        }
    }
}
