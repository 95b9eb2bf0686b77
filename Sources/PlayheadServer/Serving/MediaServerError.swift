/// The reason why a server cannot start.
public enum MediaServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path is not a folder, or does not exist.
    case noFolder(String)
    /// The playlist that the plan names cannot become a live stream.
    case badStream(path: String, reason: String)
    /// The archive has no body for a response, and the folder has no file of that name.
    case missingBody(uri: String)
    /// The certificate or its key is not usable.
    case badCertificate(reason: String)
    /// The server cannot listen at the port.
    case cannotListen(port: Int, reason: String)

    /// One sentence for the user.
    public var description: String {
        switch self {
        case .noFolder(let path): "\(path) is not a folder"
        case .badStream(let path, let reason): "No live stream can be cut from \(path): \(reason)"
        case .missingBody(let uri):
            "The HAR file has no body for \(uri): record it with bodies, or name a folder with the media"
        case .badCertificate(let reason): "The certificate or its key cannot be used: \(reason)"
        case .cannotListen(let port, let reason): "Cannot listen at port \(port): \(reason)"
        }
    }
}
