internal import Glibc

/// Parses numeric IP addresses.
package enum NumericHost {
    /// The 4 or 16 bytes of an IP address (`inet_pton`); nil for other text.
    package static func bytes(_ text: String) -> [UInt8]? {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            let isRead = unsafe bytes.withUnsafeMutableBytes {
                unsafe inet_pton(family, text, $0.baseAddress) == 1
            }
            if isRead { return bytes }
        }
        return nil
    }
}
