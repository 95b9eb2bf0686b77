internal import NIOCore
internal import NIOPosix
internal import PlayheadLoops
internal import PlayheadSystem

/// A datagram that an event loop sends to itself. Its arrival shows that the loop has processed everything
/// that was sent before.
///
/// A task on the loop would not show this: the loop runs consecutive tasks without a look at its sockets.
final class EventLoopBarrier: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>

    private let loop: any EventLoop
    private var channel: (any Channel)?
    /// The callers that wait for the datagram in flight, and the callers that wait for the next one.
    private var awaited: [EventLoopPromise<Void>] = []
    private var next: [EventLoopPromise<Void>] = []

    private init(on loop: any EventLoop) { self.loop = loop }

    /// One barrier for each event loop of the process, for the lifetime of the loop. If none can be made, no
    /// server can be reached either.
    private static let all = MultiThreadedEventLoopGroup.singleton.makeIterator().map { make(on: $0) }

    /// Calls `then` after each event loop has read its sockets and processed what it found.
    static func passAll(_ then: @escaping @Sendable () -> Void) {
        let passes = all.map { $0.flatMap { $0.value.pass() } }
        EventLoopFuture.andAllComplete(passes, on: passes[0].eventLoop).whenComplete { _ in then() }
    }

    private static func make(on loop: any EventLoop) -> EventLoopFuture<NIOLoopBound<EventLoopBarrier>> {
        loop.flatSubmit {
            let echo = NIOLoopBound(EventLoopBarrier(on: loop), eventLoop: loop)
            return DatagramBootstrap(group: loop)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        channel.withholdFromChildren()
                        try channel.pipeline.syncOperations.addHandler(echo.value)
                    }
                }
                .bind(host: "127.0.0.1", port: 0)
                .flatMap { channel in
                    guard let address = channel.localAddress else {
                        return loop.makeFailedFuture(ChannelError.unknownLocalAddress)
                    }
                    echo.value.channel = channel
                    // The connected socket receives datagrams from itself alone.
                    return channel.connect(to: address)
                }
                .map { echo }
        }
    }

    private func pass() -> EventLoopFuture<Void> {
        guard let channel, channel.isActive else { return loop.makeSucceededVoidFuture() }
        let passed = loop.makePromise(of: Void.self)
        if awaited.isEmpty {
            awaited = [passed]
            send(over: channel)
        } else {
            next.append(passed)
        }
        return passed.futureResult
    }

    private func send(over channel: any Channel) {
        // If sending fails, no caller may wait for the datagram.
        channel.writeAndFlush(ByteBuffer(bytes: [0])).assumeIsolated().whenFailure { _ in self.release() }
    }

    private func release() {
        let passed = awaited
        awaited = next
        next = []
        // The next datagram is sent before the callers resume and may ask for another one. At most one is in
        // flight.
        if !awaited.isEmpty, let channel { send(over: channel) }
        for promise in passed { promise.succeed() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Data that arrived together with the datagram is processed first.
        context.eventLoop.assumeIsolated().execute { self.release() }
    }
}

/// The event loops of all servers in this process.
package enum ServerLoops {
    /// Makes virtual clocks stop until the event loops have processed everything sent to them.
    package static func attend() { _ = isAttended }

    private static let isAttended: Bool = {
        EventLoopBarriers.add { EventLoopBarrier.passAll($0) }
        return true
    }()
}
