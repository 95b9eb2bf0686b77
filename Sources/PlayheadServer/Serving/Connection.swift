internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL

/// A client: its requests are answered one after the other.
struct Connection: Sendable {
    let channel: any Channel
    let requests: AsyncStream<HTTPRequestHead>
    let state: ServerState

    /// Serves until either side ends the connection, or the task is cancelled.
    func serve(as number: Int) async {
        await withTaskGroup { group in
            group.addTask {
                // A client that has gone needs no answer.
                try? await channel.closeFuture.get()
            }
            group.addTask {
                // A client that does not read would hold an answer for ever.
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

    /// Writes, and returns when the kernel has it. While a client does not take it, nobody is at work.
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

    /// Resets the connection once the client has what was sent, as far as it takes it.
    func reset() async throws {
        guard let socket = channel as? any SocketOptionProvider else { return }
        while try await socket.getTCPInfo().get().tcpi_unacked > 0 {
            try await state.time.rest(for: .milliseconds(1))
        }
        // The kernel sends RST when a socket closes that must not linger.
        try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        // TLS would take its leave first.
        try await channel.eventLoop.flatSubmit {
            let pipeline = channel.pipeline.syncOperations
            let security = try? pipeline.context(handlerType: NIOSSLServerHandler.self)
            return security?.close() ?? channel.close()
        }.get()
    }
}
