internal import Dispatch
internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// Lets answers to the pipeline begin, or none of them.
///
/// libsoup ends the process where a request is cancelled in the moment in which the head of its answer has come (3.2.3). So no answer begins
/// for a moment in which requests are cancelled, and one that has just begun is let come before.
final class AnswerGate: Sendable {
    /// Whose requests are about to be cancelled, which says how long an answer may take to come, and none may begin.
    enum Readers {
        /// Those that tell what they have read, and need no answer before they have cancelled.
        case telling
        /// Others, some of which wait for an answer before they cancel anything.
        case silent
    }

    /// What is given to readers that are about to be taken down.
    private enum Leaving: Int, Comparable {
        case not
        /// Nothing but what is waited for in place, and what has begun of the item itself.
        case inOrder
        /// What is waited for is something that takes the place of what does not come.
        case atOnce

        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    private struct State {
        var isShut = false
        var leaving = Leaving.not
        /// Counts how often it was shut.
        var turn = 0
        var last: NIODeadline?
        /// The connections on which an answer has begun that nobody has told to have read.
        var unread: Set<ObjectIdentifier> = []
        /// Who waits until there are none.
        var waiter: DispatchSemaphore?
        /// How many answers are on their way, and how many of them are waited for in place.
        var answers = 0
        var awaited = 0
        /// Whether anything of the item itself has begun, and anything else was asked for.
        var hasBegun = false
        var hasFollowed = false
        /// What lets the answers begin that are held back.
        var held: [@Sendable () -> Void] = []

        mutating func wakeWaiter() { if unread.isEmpty { waiter?.signal() } }
    }

    private let patience: DispatchTimeInterval
    private let pause: DispatchTimeInterval?
    private let state = Mutex(State())

    /// - Parameters:
    ///   - patience: how long is waited at most, in real time, for readers that tell what they have read.
    ///   - pause: how long it stays shut unless it is opened; nil for as long as its readers need.
    init(patience: DispatchTimeInterval = .seconds(1), pause: DispatchTimeInterval? = nil) {
        self.patience = patience
        self.pause = pause
    }

    /// Whether the pipeline waits in place for a playlist, or for a key: hlsdemux2 does nothing else then (1.22.0).
    var isAwaited: Bool { state.withLock { $0.awaited > 0 } }

    /// Whether anything of the item itself has begun.
    var hasBegun: Bool { state.withLock(\.hasBegun) }

    /// Whether anything was asked for that the item names.
    var hasFollowed: Bool { state.withLock(\.hasFollowed) }

    /// Whether what is waited for is to come at once.
    var standsIn: Bool { state.withLock { $0.leaving == .atOnce } }

    /// Whether everything that was asked for has come.
    var isIdle: Bool { state.withLock { $0.answers == 0 } }

    /// Whether nobody is known to read the beginning of an answer.
    var isRead: Bool { state.withLock(\.unread.isEmpty) }

    /// Counts an answer that is on its way.
    func count(_ kind: FetchRecord.Kind, _ work: () async throws -> Void) async rethrows {
        let count = { (difference: Int) in
            self.state.withLock { state in
                state.answers += difference
                if kind.isAwaited { state.awaited += difference }
                if kind != .medium { state.hasFollowed = true }
            }
        }
        count(1)
        defer { count(-1) }
        try await work()
    }

    /// Whether an answer may begin on a connection. If not, `release` is called when it may.
    func lets(
        _ kind: FetchRecord.Kind, _ connection: ObjectIdentifier,
        orLater release: @escaping @Sendable () -> Void
    ) -> Bool {
        state.withLock { state in
            if state.leaving > .not, !kind.isAwaited { return false }
            if kind == .medium { state.hasBegun = true }
            if state.isShut {
                state.held.append(release)
            } else {
                state.last = .now()
                state.unread.insert(connection)
            }
            return !state.isShut
        }
    }

    /// What has begun on a connection that its client has closed will not be read.
    func forget(_ connection: ObjectIdentifier) {
        state.withLock { state in
            state.unread.remove(connection)
            state.wakeWaiter()
        }
    }

    /// The answers that have begun were read.
    func noteRead() {
        state.withLock { state in
            state.unread = []
            state.wakeWaiter()
        }
    }

    /// Lets no answer begin, and waits in place until those that have begun were read, or had some milliseconds for that. Lets them begin
    /// again after a while, unless it is shut anew or opened before.
    func shut(to readers: Readers) {
        let turn = state.withLock { state in
            state.isShut = true
            state.turn += 1
            return state.turn
        }
        let time: DispatchTimeInterval
        switch readers {
        case .telling:
            awaitReading()
            time = .seconds(2)
        case .silent:
            awaitArrival()
            time = .milliseconds(25)
        }
        let queue = DispatchQueue(label: "playhead.gate", qos: .userInitiated)
        queue.asyncAfter(deadline: .now() + (pause ?? time)) { [weak self] in
            self?.release(of: turn)
        }
    }

    /// Waits until all that has begun was read: a busy machine may take longer for that than anybody could foresee.
    private func awaitReading() {
        let waiter = DispatchSemaphore(value: 0)
        state.withLock { state in
            state.waiter = waiter
            state.wakeWaiter()
        }
        _ = waiter.wait(timeout: .now() + patience)
        state.withLock { $0.waiter = nil }
    }

    private func awaitArrival() {
        guard let last = state.withLock(\.last) else { return }
        let rest = Self.timeToArrive - (NIODeadline.now() - last)
        guard rest > .zero else { return }
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .nanoseconds(Int(rest.nanoseconds)))
    }

    /// Whether an answer that has begun may go on.
    func letsGoOn(_ kind: FetchRecord.Kind) -> Bool {
        kind.isAwaited || kind == .medium || state.withLock { $0.leaving == .not }
    }

    /// From now on nothing comes but what is waited for in place, and what has begun of the item itself.
    func leave() { state.withLock { $0.leaving = max($0.leaving, .inOrder) } }

    /// What is waited for is to come at once.
    func standIn() { state.withLock { $0.leaving = .atOnce } }

    /// Lets what was held back go.
    func open() { release(of: state.withLock(\.turn)) }

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

extension FetchRecord.Kind {
    /// Whether hlsdemux2 waits for it in place.
    fileprivate var isAwaited: Bool { self == .playlist || self == .key }
}

/// Holds back what is written from the head of an answer on that may not begin yet.
final class GatedAnswers: ChannelOutboundHandler {
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// What is being answered.
    var kind = FetchRecord.Kind.medium
    private let gate: AnswerGate
    private var isBeginning = false
    private var isHeld = false
    private var isClosing = false

    init(_ gate: AnswerGate) { self.gate = gate }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // That the answer is still being worked on is nothing that libsoup tells anybody.
        if case .head(let head) = unwrapOutboundIn(data), head.status.code >= 200 { isBeginning = true }
        context.write(data, promise: promise)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        isClosing = isClosing || context.channel.isActive
        context.close(mode: mode, promise: promise)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        // What was sent before this side closed may still be read.
        if !isClosing { gate.forget(ObjectIdentifier(self)) }
    }

    func flush(context: ChannelHandlerContext) {
        if isBeginning, !isHeld {
            isBeginning = false
            let (loop, bound) = (
                context.eventLoop, NIOLoopBound((self, context), eventLoop: context.eventLoop)
            )
            isHeld = !gate.lets(kind, ObjectIdentifier(self)) {
                loop.execute { bound.value.0.release(bound.value.1) }
            }
        }
        if !isHeld, gate.letsGoOn(kind) { context.flush() }
    }

    private func release(_ context: ChannelHandlerContext) {
        isHeld = false
        // It may have been shut again meanwhile.
        isBeginning = true
        flush(context: context)
    }
}
