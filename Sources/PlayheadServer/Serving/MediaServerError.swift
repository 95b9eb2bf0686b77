/// Why a server cannot be made.
public enum MediaServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was to be served is no folder, or is not there.
    case noFolder(String)
    /// No live stream can be cut from what a plan names.
    case badStream(path: String, reason: String)
    /// With a certificate or its key nothing can be shown.
    case badCertificate(reason: String)
    /// Nothing can be heard at the port.
    case cannotListen(port: Int, reason: String)

    /// One sentence for a person.
    public var description: String {
        switch self {
        case .noFolder(let path): "\(path) is not a folder"
        case .badStream(let path, let reason): "No live stream can be cut from \(path): \(reason)"
        case .badCertificate(let reason): "The certificate or its key cannot be used: \(reason)"
        case .cannotListen(let port, let reason): "Cannot listen at port \(port): \(reason)"
        }
    }
}
