internal import Dispatch
internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// Lets answers to the pipeline begin, or none of them.
///
/// libsoup ends the process where a request is cancelled in the moment in which the head of its answer has come (3.2.3). So no answer begins
/// any more before requests are cancelled, and one that has just begun is let come.
final class AnswerGate: Sendable {
    private struct State {
        var isShut = false
        var last: NIODeadline?
        /// What lets the answers begin that are held back.
        var held: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    /// Whether an answer may begin. If not, `release` is called when it may.
    func lets(orLater release: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            if state.isShut { state.held.append(release) } else { state.last = .now() }
            return !state.isShut
        }
    }

    /// Lets no answer begin from now on, and waits in place until those that have begun are there, for some milliseconds at most.
    func shut() {
        let last = state.withLock { state in
            state.isShut = true
            return state.last
        }
        guard let last else { return }
        let rest = Self.timeToArrive - (NIODeadline.now() - last)
        guard rest > .zero else { return }
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .nanoseconds(Int(rest.nanoseconds)))
    }

    /// Lets answers begin again, and those that were held back.
    func open() {
        let held = state.withLock { state in
            state.isShut = false
            defer { state.held = [] }
            return state.held
        }
        for release in held { release() }
    }

    private static let timeToArrive: TimeAmount = .milliseconds(25)
}

/// Holds back what is written from the head of an answer on that may not begin yet.
final class GatedAnswers: ChannelOutboundHandler {
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let gate: AnswerGate
    private var isBeginning = false
    private var isHeld = false

    init(_ gate: AnswerGate) { self.gate = gate }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .head = unwrapOutboundIn(data) { isBeginning = true }
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        if isBeginning, !isHeld {
            isBeginning = false
            let (loop, bound) = (
                context.eventLoop, NIOLoopBound((self, context), eventLoop: context.eventLoop)
            )
            isHeld = !gate.lets { loop.execute { bound.value.0.release(bound.value.1) } }
        }
        if !isHeld { context.flush() }
    }

    private func release(_ context: ChannelHandlerContext) {
        isHeld = false
        // It may have been shut again meanwhile.
        isBeginning = true
        flush(context: context)
    }
}
