internal import Glibc

/// A socket on 127.0.0.1, at a port that the kernel chose; programs that this one starts do not inherit it.
package enum LoopbackPort {
    /// Opens one at which clients may wait (`socket`, `bind`, `listen`); nil where there is none to be had. Whoever gets it closes it.
    package static func open() -> (descriptor: Int32, port: Int)? {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                unsafe bind(descriptor, general, size) == 0 && getsockname(descriptor, general, &size) == 0
                    && listen(descriptor, 64) == 0
            }
        }
        guard isBound else {
            Glibc.close(descriptor)
            return nil
        }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Gives one back that nobody took.
    package static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
}
