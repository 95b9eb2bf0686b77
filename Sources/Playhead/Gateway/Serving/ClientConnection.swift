internal import NIOCore
internal import NIOHTTP1

/// Takes the requests of a client out of its channel. Their bodies are not looked at.
final class RequestQueue: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    let requests: AsyncStream<HTTPRequestHead>
    private let arrive: AsyncStream<HTTPRequestHead>.Continuation
    private let onEnd: @Sendable () -> Void

    init(onEnd: @escaping @Sendable () -> Void) {
        (requests, arrive) = AsyncStream.makeStream()
        self.onEnd = onEnd
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let request) = unwrapInboundIn(data) { arrive.yield(request) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        arrive.finish()
        onEnd()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// A client: its requests are answered one after the other.
struct ClientConnection: Sendable {
    let channel: any Channel
    let requests: AsyncStream<HTTPRequestHead>
    let answers: NIOLoopBound<GatedAnswers>
    let hall: GatewayHall

    /// Serves until either side ends the connection, or the task is cancelled.
    func serve() async {
        for await request in requests {
            do {
                try await answer(request)
            } catch {
                break
            }
            if !request.isKeepAlive { break }
        }
        channel.close(promise: nil)
    }

    private func answer(_ request: HTTPRequestHead) async throws {
        guard let number = hall.local.number(in: request.uri),
            request.method == .GET || request.method == .HEAD
        else {
            return try await Relay(request, .part, to: channel).answer(.notFound).get()
        }
        if number == LocalAddress.pending { return try await channel.closeFuture.get() }
        guard let reference = hall.references[number] else {
            // What has left the window of a live stream is asked for too late.
            return try await Relay(request, .part, to: channel).answer(number < 0 ? .notFound : .ok).get()
        }
        let exchange = Exchange(request, number: number, reference, on: channel, in: hall)
        answers.value.kind = exchange.role
        try await exchange.run()
    }
}
