import Glibc

/// A port of this machine that no other socket is given, so that a server can listen at it, go, and come back to it: meanwhile, who
/// connects to it is refused.
package struct HeldPort {
    package struct Failure: Error { package var code: Int32 }

    private let descriptor: Int32
    package let port: Int

    /// One that is free.
    package init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var yes: Int32 = 1
        unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let isHeld = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isHeld, let port = Self.port(of: descriptor) else {
            let failure = Failure(code: errno)
            Glibc.close(descriptor)
            throw failure
        }
        self.descriptor = descriptor
        self.port = port
    }

    /// The port of a socket; nil where it has none.
    package static func port(of descriptor: Int32) -> Int? {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isKnown = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &length) == 0
            }
        }
        return isKnown ? Int(in_port_t(bigEndian: address.sin_port)) : nil
    }

    package func close() { Glibc.close(descriptor) }
}
