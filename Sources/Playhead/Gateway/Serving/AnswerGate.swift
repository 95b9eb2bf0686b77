internal import Dispatch
internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// Lets answers to the pipeline begin, or none of them.
///
/// libsoup ends the process where a request is cancelled in the moment in which the head of its answer has come (3.2.3). So no answer begins
/// for a moment in which requests are cancelled, and one that has just begun is let come before.
final class AnswerGate: Sendable {
    private struct State {
        var isShut = false
        /// Counts how often it was shut.
        var turn = 0
        var last: NIODeadline?
        /// How many requests have not been answered to the end.
        var underWay = 0
        /// What lets the answers begin that are held back.
        var held: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    /// Whether something has been asked for that has not come to its end.
    var isBusy: Bool { state.withLock { $0.underWay > 0 } }

    /// So many requests more have not been answered to the end.
    func count(_ difference: Int) { state.withLock { $0.underWay += difference } }

    /// Whether an answer may begin. If not, `release` is called when it may.
    func lets(orLater release: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            if state.isShut { state.held.append(release) } else { state.last = .now() }
            return !state.isShut
        }
    }

    /// Lets no answer begin, and waits in place until those that have begun are there, for some milliseconds at most. Lets them begin again
    /// after so long, unless it is shut anew: whoever cancels requests may have to wait for one of them.
    func shut(for time: TimeAmount) {
        let (turn, last) = state.withLock { state in
            state.isShut = true
            state.turn += 1
            return (state.turn, state.last)
        }
        let rest = last.map { Self.timeToArrive - (NIODeadline.now() - $0) } ?? .zero
        if rest > .zero {
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .nanoseconds(Int(rest.nanoseconds)))
        }
        DispatchQueue.global(qos: .userInitiated).asyncAfter(
            deadline: .now() + .nanoseconds(Int(time.nanoseconds))
        ) { [weak self] in
            self?.release(of: turn)
        }
    }

    /// Lets what was held back go, because nobody waits for it any more.
    func remove() { release(of: state.withLock(\.turn)) }

    private func release(of turn: Int) {
        let held = state.withLock { state -> [@Sendable () -> Void] in
            guard state.turn == turn else { return [] }
            state.isShut = false
            defer { state.held = [] }
            return state.held
        }
        for release in held { release() }
    }

    private static let timeToArrive: TimeAmount = .milliseconds(25)
}

/// Holds back what is written from the head of an answer on that may not begin yet.
final class GatedAnswers: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let gate: AnswerGate
    private var requests = 0
    private var isBeginning = false
    private var isHeld = false

    init(_ gate: AnswerGate) { self.gate = gate }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) { count(1) }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head: isBeginning = true
        case .body: break
        case .end: count(-1)
        }
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

    func channelInactive(context: ChannelHandlerContext) {
        count(-requests)
        context.fireChannelInactive()
    }

    private func count(_ difference: Int) {
        requests += difference
        gate.count(difference)
    }

    private func release(_ context: ChannelHandlerContext) {
        isHeld = false
        // It may have been shut again meanwhile.
        isBeginning = true
        flush(context: context)
    }
}
