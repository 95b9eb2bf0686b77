/// Why the remote control over HTTP cannot start.
public enum RemoteHTTPError: Error, Sendable, Equatable {
    /// Another program listens at the address.
    case inUse(address: String)
    /// The machine has no such address, or the name is unknown.
    case noSuchAddress(String)
    /// The system refuses, for example a port below 1024.
    case refused(address: String, reason: String)
    /// What is to be allowed is no folder.
    case noFolder(String)

    /// What happened, in one sentence.
    public var message: String {
        switch self {
        case .inUse(let address): "Another program listens at \(address) already."
        case .noSuchAddress(let address): "This machine has no address \(address)."
        case .refused(let address, let reason): "The address \(address) cannot be listened at: \(reason)."
        case .noFolder(let path): "\(path) is no folder that can be read."
        }
    }
}
