internal import FoundationEssentials
internal import PlayheadSystem

/// Decodes `data:` URIs (RFC 2397), in which packagers embed keys.
enum DataURI {
    /// The decoded bytes; nil when the URI has another scheme.
    static func bytes(of uri: String) -> [UInt8]? {
        guard uri.prefix(5).lowercased() == "data:", let comma = uri.firstIndex(of: ",") else { return nil }
        let bytes = PercentEncoding.decoded(Array(uri[uri.index(after: comma)...].utf8))
        guard uri[..<comma].lowercased().hasSuffix(";base64") else { return bytes }
        return Data(base64Encoded: Data(bytes)).map { Array($0) }
    }
}
