internal import CCurl
internal import Glibc

/// An `epoll` instance, used by one thread.
@safe struct Poller: ~Copyable {
    /// The maximum number of events of one wait. The next wait delivers the rest.
    private static let mostEvents = 64

    private let descriptor: Int32
    private let events = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: mostEvents)

    init() { descriptor = epoll_create1(Int32(EPOLL_CLOEXEC)) }

    deinit {
        if descriptor >= 0 { Glibc.close(descriptor) }
        unsafe events.deallocate()
    }

    /// Watches a descriptor for the events of a `CURL_POLL_…` value.
    func watch(_ socket: Int32, for wish: Int32) {
        var event = unsafe epoll_event()
        if wish & CURL_POLL_IN != 0 { unsafe event.events |= EPOLLIN.rawValue }
        if wish & CURL_POLL_OUT != 0 { unsafe event.events |= EPOLLOUT.rawValue }
        unsafe event.data.fd = socket
        if unsafe epoll_ctl(descriptor, EPOLL_CTL_MOD, socket, &event) != 0, errno == ENOENT {
            _ = unsafe epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event)
        }
    }

    func forget(_ socket: Int32) {
        var event = unsafe epoll_event()
        _ = unsafe epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, &event)
    }

    /// Waits for events and returns them as `CURL_CSELECT_…` values.
    func wait(milliseconds: Int32) -> [(socket: Int32, ready: Int32)] {
        // Some versions of glibc declare this parameter as nullable, others do not.
        guard let place = unsafe events.baseAddress else { return [] }
        let count = unsafe epoll_wait(descriptor, place, Int32(events.count), milliseconds)
        guard count > 0 else { return [] }
        return unsafe events.prefix(Int(count)).map { event in
            let flags = unsafe event.events
            var ready: Int32 = 0
            if flags & EPOLLIN.rawValue != 0 { ready |= CURL_CSELECT_IN }
            if flags & EPOLLOUT.rawValue != 0 { ready |= CURL_CSELECT_OUT }
            if flags & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { ready |= CURL_CSELECT_ERR }
            return (unsafe event.data.fd, ready)
        }
    }
}
