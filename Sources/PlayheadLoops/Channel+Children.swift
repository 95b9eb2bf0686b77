internal import Glibc
package import NIOCore

/// Operations for sockets that child processes would inherit.
///
/// A child process inherits the open sockets of this process. A connection then ends only when the child
/// closes its copy too, and no other process can listen at the port before.
extension Channel {
    /// Prevents child processes from inheriting the socket. It must be called on the event loop of the
    /// channel.
    package func withholdFromChildren() {
        _ = try? pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            fcntl($0, F_SETFD, FD_CLOEXEC)
        }
    }

    /// Shuts down a listening socket and closes the channel. The port is then free, even if a starting child
    /// process still holds the socket. It may be called on any thread.
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
