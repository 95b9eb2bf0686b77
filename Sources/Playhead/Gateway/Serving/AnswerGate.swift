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
        /// How many answers are on their way, and how many of them are playlists.
        var answers = 0
        var playlists = 0
        /// What lets the answers begin that are held back.
        var held: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    /// Whether the pipeline waits for a playlist: hlsdemux2 does nothing else then (1.22.0).
    var awaitsPlaylist: Bool { state.withLock { $0.playlists > 0 } }

    /// Whether everything that was asked for has come.
    var isIdle: Bool { state.withLock { $0.answers == 0 } }

    /// Counts an answer that is on its way.
    func count(isPlaylist: Bool, _ work: () async throws -> Void) async rethrows {
        let count = { (difference: Int) in
            self.state.withLock { state in
                state.answers += difference
                if isPlaylist { state.playlists += difference }
            }
        }
        count(1)
        defer { count(-1) }
        try await work()
    }

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
