internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// One request to one server, and its answer as it comes.
final class FetchAttempt: HTTPClientResponseDelegate {
    typealias Response = HTTPResponseHead

    /// Who gets an answer.
    struct Taker: Sendable {
        /// Whether the body is wanted. Throws where the answer is of no use.
        var head: @Sendable (HTTPResponseHead) throws -> Bool
        /// Succeeds when more can be taken.
        var body: @Sendable (ByteBuffer) -> EventLoopFuture<Void>
        /// Whether it is media, by which the network is measured.
        var isMedia = false
    }

    private let taker: Taker
    private let onSent: @Sendable () -> Void
    private let watch: SilenceWatch
    private let answer = Mutex<(head: HTTPResponseHead?, isWanted: Bool, unwanted: Int)>((nil, false, 0))

    init(_ taker: Taker, watch: SilenceWatch, onSent: @escaping @Sendable () -> Void) {
        self.taker = taker
        self.watch = watch
        self.onSent = onSent
    }

    /// Sends the request, and returns when all of the answer has been taken.
    static func run(
        _ request: HTTPClient.Request, with client: HTTPClient, on loop: any EventLoop, time: any PlayerTime,
        silence: Duration, for taker: Taker, onSent: @escaping @Sendable () -> Void,
        silent: FetchFault
    ) async throws -> HTTPResponseHead {
        let watch = SilenceWatch(time, limit: silence)
        let attempt = FetchAttempt(taker, watch: watch) {
            time.noteTraffic()
            onSent()
        }
        time.noteTraffic()
        defer {
            time.noteTraffic()
            watch.end()
        }
        let task = client.execute(
            request: request, delegate: attempt, eventLoop: .delegate(on: loop))
        watch.start { task.fail(reason: silent) }
        return try await withTaskCancellationHandler {
            try await task.futureResult.get()
        } onCancel: {
            task.cancel()
        }
    }

    func didSendRequestHead(task: HTTPClient.Task<HTTPResponseHead>, _ head: HTTPRequestHead) { onSent() }

    func didReceiveHead(
        task: HTTPClient.Task<HTTPResponseHead>, _ head: HTTPResponseHead
    ) -> EventLoopFuture<Void> {
        watch.touch()
        return task.eventLoop.makeCompletedFuture {
            let isWanted = try taker.head(head)
            answer.withLock { $0 = (head, isWanted, 0) }
        }
    }

    func didReceiveBodyPart(
        task: HTTPClient.Task<HTTPResponseHead>, _ buffer: ByteBuffer
    ) -> EventLoopFuture<Void> {
        watch.touch()
        let unwanted = answer.withLock { answer in
            if answer.isWanted { return 0 }
            answer.unwanted += buffer.readableBytes
            return answer.unwanted
        }
        if unwanted > Self.mostUnwanted { return task.eventLoop.makeFailedFuture(HTTPClientError.cancelled) }
        if unwanted > 0 { return task.eventLoop.makeSucceededVoidFuture() }
        watch.pause()
        let taken = taker.body(buffer)
        taken.whenComplete { [watch] _ in watch.resume() }
        return taken
    }

    func didFinishRequest(task: HTTPClient.Task<HTTPResponseHead>) throws -> HTTPResponseHead {
        guard let head = answer.withLock({ $0.head }) else { throw HTTPClientError.remoteConnectionClosed }
        return head
    }

    /// So much of what nobody wants is read, so that the connection can be used again.
    private static let mostUnwanted = 65536
}

/// Work that belongs to an instant, once it has begun and until it has ended.
final class Work: Sendable {
    private let time: any PlayerTime
    private let isUnderWay = Atomic(false)

    init(_ time: any PlayerTime) { self.time = time }

    func begin() {
        if !isUnderWay.exchange(true, ordering: .relaxed) { time.beginWork() }
    }

    func end() {
        if isUnderWay.exchange(false, ordering: .relaxed) { time.endWork() }
    }
}
