internal import NIOCore
internal import NIOPosix
internal import PlayheadLoops
internal import PlayheadSystem

/// What an event loop sends to itself, to know that it has taken what was sent to it before.
///
/// A task would not tell: tasks that follow each other are run without a look at the sockets in between.
final class EventLoopBarrier: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>

    private let loop: any EventLoop
    private var channel: (any Channel)?
    /// Who waits for the one that is under way, and who for the next.
    private var awaited: [EventLoopPromise<Void>] = []
    private var next: [EventLoopPromise<Void>] = []

    private init(on loop: any EventLoop) { self.loop = loop }

    /// One for each event loop of the process, as long as that lives. Where there is none, no server can be reached either.
    private static let all = MultiThreadedEventLoopGroup.singleton.makeIterator().map { make(on: $0) }

    /// Calls when each event loop has looked at its sockets, and has done what it found there.
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
                    // Takes nothing from anybody else.
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
        // Where it cannot be sent, nobody waits for it.
        channel.writeAndFlush(ByteBuffer(bytes: [0])).assumeIsolated().whenFailure { _ in self.release() }
    }

    private func release() {
        let passed = awaited
        awaited = next
        next = []
        // Before those who waited may ask for another one: there is one under way at most.
        if !awaited.isEmpty, let channel { send(over: channel) }
        for promise in passed { promise.succeed() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What came together with it is taken first.
        context.eventLoop.assumeIsolated().execute { self.release() }
    }
}

/// The event loops that servers run on.
package enum ServerLoops {
    /// From now on virtual clocks stand still until these have taken what was sent to them.
    package static func attend() { _ = isAttended }

    private static let isAttended: Bool = {
        EventLoopBarriers.add { EventLoopBarrier.passAll($0) }
        return true
    }()
}
