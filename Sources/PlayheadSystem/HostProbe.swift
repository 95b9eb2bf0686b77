internal import Dispatch
internal import Glibc
internal import Synchronization

/// The reason why a host cannot be reached. The errors of GStreamer's HTTP source do not distinguish the
/// reasons.
package enum HostProbe: Sendable, Equatable {
    case noAddress
    case refused
    case unreachable
    case silent
    /// The host accepts connections, so the fault has another cause.
    case reachable

    /// Resolves and connects to the host (`getaddrinfo`, `connect`), within `limit`.
    package static func ask(host: String, port: Int, within limit: Duration = .seconds(2)) -> HostProbe {
        let shared = Shared()
        let done = DispatchSemaphore(value: 0)
        // A global queue may have no free thread. A thread of this queue that hangs is abandoned.
        DispatchQueue(label: "playhead.probe", qos: .userInitiated).async {
            let result = probe(host: host, port: port, milliseconds: Int32(limit.components.seconds * 1000))
            shared.answer.withLock { $0 = result }
            done.signal()
        }
        let nanoseconds = Int(limit.components.seconds) * 1_000_000_000
        _ = done.wait(timeout: .now() + .nanoseconds(nanoseconds))
        return shared.answer.withLock { $0 }
    }

    private final class Shared: Sendable {
        let answer = Mutex<HostProbe>(.silent)
    }

    private static func probe(host: String, port: Int, milliseconds: Int32) -> HostProbe {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0, unsafe list != nil else {
            return .noAddress
        }
        defer { unsafe freeaddrinfo(list) }
        var result = HostProbe.unreachable
        var next = unsafe list
        while let entry = unsafe next {
            result = unsafe connect(to: entry.pointee, milliseconds: milliseconds)
            if result == .reachable { return result }
            unsafe next = entry.pointee.ai_next
        }
        return result
    }

    private static func connect(to entry: addrinfo, milliseconds: Int32) -> HostProbe {
        let descriptor = unsafe socket(entry.ai_family, entry.ai_socktype | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { return .unreachable }
        defer { close(descriptor) }
        if unsafe Glibc.connect(descriptor, entry.ai_addr, entry.ai_addrlen) == 0 { return .reachable }
        guard errno == EINPROGRESS else { return errno == ECONNREFUSED ? .refused : .unreachable }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard unsafe poll(&waiting, 1, milliseconds) > 0 else { return .silent }
        var (fault, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &fault, &size)
        switch fault {
        case 0: return .reachable
        case ECONNREFUSED: return .refused
        default: return .unreachable
        }
    }
}
