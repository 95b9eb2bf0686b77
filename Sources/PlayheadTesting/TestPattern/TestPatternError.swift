/// The reason why a test pattern cannot be written.
public enum TestPatternError: Error, Sendable, Hashable {
    /// An element of GStreamer is not installed. The Debian package provides it.
    case elementMissing(String, package: String)
    /// The settings are not compatible, or are out of range.
    case unsuitable(String)
    /// The file could not be written, or an encoder failed.
    case failed(String)
}

extension TestPatternError: CustomStringConvertible {
    /// One sentence for the user.
    public var description: String {
        switch self {
        case .elementMissing(let element, let package):
            "GStreamer's element \(element) is not installed (install the Debian package \(package))"
        case .unsuitable(let what): what
        case .failed(let what): "the sample could not be written: \(what)"
        }
    }
}
