internal import Glibc
package import NIOCore

/// A socket that a process holds which this one has started: it is closed only when that process closes it too. Who waits for the end of a
/// connection waits in vain until then, and nobody else can listen at the port.
extension Channel {
    /// Keeps the socket from processes that are started. On the channel's event loop.
    package func withholdFromChildren() {
        _ = try? pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            fcntl($0, F_SETFD, FD_CLOEXEC)
        }
    }

    /// Ends a socket that listens, and closes the channel: nobody listens at the port any more, also where a process that is just being started
    /// holds the socket still. On any thread.
    package func endListening() {
        eventLoop.execute {
            _ = try? self.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self)
            {
                shutdown($0, Int32(SHUT_RDWR))
            }
            self.close(promise: nil)
        }
    }
}
