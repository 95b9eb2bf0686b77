internal import Glibc

/// An IPv4 or IPv6 socket address.
package struct SocketAddressBytes: Sendable, Hashable, CustomStringConvertible {
    /// 4 or 16 bytes in network order.
    package let address: [UInt8]
    package let port: UInt16
    /// The zone of a link-local IPv6 address; 0 when there is none or it is unknown.
    package let scope: UInt32

    package var isIPv6: Bool { address.count == 16 }

    package init?(address: [UInt8], port: UInt16, scope: UInt32 = 0) {
        guard address.count == 4 || address.count == 16 else { return nil }
        (self.address, self.port, self.scope) = (address, port, scope)
    }

    /// Parses a `sockaddr`.
    init?(socketAddress: UnsafeRawBufferPointer) {
        guard socketAddress.count >= MemoryLayout<sa_family_t>.size else { return nil }
        switch Int32(unsafe socketAddress.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET:
            guard socketAddress.count >= MemoryLayout<sockaddr_in>.size else { return nil }
            let address = unsafe socketAddress.loadUnaligned(as: sockaddr_in.self)
            self.address = unsafe withUnsafeBytes(of: address.sin_addr) { unsafe Array($0) }
            (port, scope) = (UInt16(bigEndian: address.sin_port), 0)
        case AF_INET6:
            guard socketAddress.count >= MemoryLayout<sockaddr_in6>.size else { return nil }
            let address = unsafe socketAddress.loadUnaligned(as: sockaddr_in6.self)
            self.address = unsafe withUnsafeBytes(of: address.sin6_addr) { unsafe Array($0) }
            (port, scope) = (UInt16(bigEndian: address.sin6_port), address.sin6_scope_id)
        default: return nil
        }
    }

    /// Parses a numeric address in the form of `inet_ntop`. A zone after `%` is ignored.
    package init?(text: String, port: UInt16) {
        let text = String(text.prefix { $0 != "%" })
        var four = in_addr()
        var six = in6_addr()
        if unsafe inet_pton(AF_INET, text, &four) == 1 {
            address = unsafe withUnsafeBytes(of: four) { unsafe Array($0) }
        } else if unsafe inet_pton(AF_INET6, text, &six) == 1 {
            address = unsafe withUnsafeBytes(of: six) { unsafe Array($0) }
        } else {
            return nil
        }
        (self.port, scope) = (port, 0)
    }

    package var description: String {
        isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// The address as text, without the port.
    package var host: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = isIPv6 ? AF_INET6 : AF_INET
        guard unsafe inet_ntop(family, address, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }
}
