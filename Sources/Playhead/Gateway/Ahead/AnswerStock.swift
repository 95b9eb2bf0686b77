internal import NIOCore
internal import Synchronization

/// How much of an answer waits for somebody to take it. Where that is too much, no more comes until some of it has been taken.
final class AnswerStock: Sendable {
    private struct State {
        var untilFirstByte: Duration?
        var duration: Duration?
        var waiting = 0
        var brake: EventLoopPromise<Void>?
        var count = 0
        var collected: [ByteBuffer]?
        var isCleared = false
    }

    private let limit: Int
    private let loop: any EventLoop
    private let state: Mutex<State>

    /// - Parameter isCollected: whether what comes is kept for those who look at the whole.
    init(limit: Int, isCollected: Bool, on loop: any EventLoop) {
        (self.limit, self.loop) = (limit, loop)
        state = Mutex(State(collected: isCollected ? [] : nil))
    }

    var untilFirstByte: Duration? { state.withLock(\.untilFirstByte) }
    var duration: Duration? { state.withLock(\.duration) }

    /// All that has come; nil where nobody looks at it, or it was too much.
    var collected: [ByteBuffer]? { state.withLock(\.collected) }

    func begin(after time: Duration) { state.withLock { $0.untilFirstByte = time } }
    func finish(after time: Duration) { state.withLock { $0.duration = time } }

    /// Something has come; succeeds when more may come.
    func put(_ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        state.withLock { state in
            state.waiting += buffer.readableBytes
            state.count += buffer.readableBytes
            if state.count > limit { state.collected = nil }
            state.collected?.append(buffer)
            guard state.waiting > limit, !state.isCleared else { return loop.makeSucceededVoidFuture() }
            let brake = loop.makePromise(of: Void.self)
            state.brake = brake
            return brake.futureResult
        }
    }

    /// It has been taken.
    func take(_ buffer: ByteBuffer) {
        let brake = state.withLock { state in
            state.waiting -= buffer.readableBytes
            return state.waiting > limit ? nil : state.brake.take()
        }
        brake?.succeed()
    }

    /// Nobody takes anything any more.
    func clear() {
        let brake = state.withLock { state in
            state.isCleared = true
            return state.brake.take()
        }
        brake?.succeed()
    }
}
