internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL

/// A connection of a client. The server responds to its requests one after the other.
struct Connection: Sendable {
    let channel: any Channel
    let requests: AsyncStream<HTTPRequestHead>
    let state: ServerState

    /// Serves requests until the client or the server closes the connection, or the task is cancelled.
    func serve(as number: Int) async {
        await withTaskGroup { group in
            group.addTask {
                // When the client has closed the connection, no response is needed.
                try? await channel.closeFuture.get()
            }
            group.addTask {
                // Without the cancellation, a client that does not read would block a response for ever.
                await withTaskCancellationHandler {
                    for await request in requests {
                        let exchange = Exchange(request, on: self, as: number)
                        guard await exchange.run() else { break }
                    }
                } onCancel: {
                    channel.close(promise: nil)
                }
                channel.close(promise: nil)
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// Writes data, and returns when the kernel has accepted it. The work of the clock is suspended while the
    /// client does not read.
    func write(_ part: HTTPServerResponsePart) async throws {
        let time = state.time
        let written = channel.eventLoop.makePromise(of: Void.self)
        channel.eventLoop.execute {
            let isWritten = NIOLoopBoundBox(false, eventLoop: channel.eventLoop)
            written.futureResult.whenComplete { _ in isWritten.value = true }
            channel.writeAndFlush(part, promise: written)
            if isWritten.value { return }
            time.endWork()
            written.futureResult.whenComplete { _ in time.beginWork() }
        }
        try await written.futureResult.get()
    }

    /// Resets the connection after the client has received the data sent so far, or as much of it as it
    /// accepts.
    func reset() async throws {
        guard let socket = channel as? any SocketOptionProvider else { return }
        while try await socket.getTCPInfo().get().tcpi_unacked > 0 {
            try await state.time.rest(for: .milliseconds(1))
        }
        // The kernel sends RST when a socket with a linger time of 0 closes.
        try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        // The channel closes below TLS. Otherwise TLS would first send `close_notify`.
        try await channel.eventLoop.flatSubmit {
            let pipeline = channel.pipeline.syncOperations
            let security = try? pipeline.context(handlerType: NIOSSLServerHandler.self)
            return security?.close() ?? channel.close()
        }.get()
    }
}
