internal import CCurl
internal import Glibc

/// The event loop of a client thread: libcurl's multi interface, driven by `epoll`. Only that thread uses it.
@safe final class TransferLoop {
    private let mailbox: LoopMailbox
    private let wakeup: Int32
    private let poller = Poller()
    private var pools: [ObjectIdentifier: TransferPool] = [:]
    /// The pool of each socket.
    private var sockets: [Int32: TransferPool] = [:]
    /// The callers of `HTTPThread.pass(_:)`, and the number of loop rounds since they wait.
    private var passes: (waiting: [@Sendable () -> Void], rounds: Int) = ([], 0)

    init(_ mailbox: LoopMailbox, wakeup: Int32) { (self.mailbox, self.wakeup) = (mailbox, wakeup) }

    func run() {
        poller.watch(wakeup, for: CURL_POLL_IN)
        while true {
            let (letters, isClosing) = mailbox.collect()
            for letter in letters { open(letter) }
            if isClosing { break }
            look()
            let ready = poller.wait(milliseconds: passes.waiting.isEmpty ? patience() : 0)
            for (socket, events) in ready {
                if socket == wakeup { drain() } else { sockets[socket]?.act(on: socket, events) }
            }
            if !passes.waiting.isEmpty { pass(isQuiet: ready.isEmpty) }
        }
        for pool in pools.values { pool.close() }
        pools = [:]
        release()
    }

    private func open(_ letter: LoopMailbox.Letter) {
        switch letter {
        case .start(let transfer, let request, let handler):
            pool(transfer.pool).start(transfer, request, handler)
        case .cancel(let transfer): pools[ObjectIdentifier(transfer.pool)]?.cancel(transfer)
        case .resume(let transfer): pools[ObjectIdentifier(transfer.pool)]?.resume(transfer)
        case .close(let name, let then):
            pools.removeValue(forKey: ObjectIdentifier(name))?.close()
            then()
        case .pass(let then): passes.waiting.append(then)
        }
    }

    private func pool(_ name: PoolName) -> TransferPool {
        if let known = pools[ObjectIdentifier(name)] { return known }
        let new = TransferPool(name, on: self)
        pools[ObjectIdentifier(name)] = new
        return new
    }

    /// Lets the pools do what is due.
    private func look() {
        let now = ContinuousClock.now
        for (name, pool) in pools {
            pool.look(at: now)
            if pool.isSpent { pools[name] = nil }
        }
    }

    /// Changes the watched events of a pool's socket to a `CURL_POLL_…` value.
    func watch(_ socket: Int32, for wish: Int32, _ pool: TransferPool) {
        if wish == CURL_POLL_REMOVE {
            sockets[socket] = nil
            poller.forget(socket)
        } else {
            sockets[socket] = pool
            poller.watch(socket, for: wish)
        }
    }

    private func drain() {
        var count: UInt64 = 0
        _ = unsafe Glibc.read(wakeup, &count, MemoryLayout<UInt64>.size)
    }

    /// Calls the waiting callers when the thread has nothing to do, or after 64 rounds.
    private func pass(isQuiet: Bool) {
        passes.rounds += 1
        let isDue = due.map { $0 <= .now } ?? false
        if (isQuiet && !isDue) || passes.rounds >= Self.mostRounds { release() }
    }

    private func release() {
        let waiting = passes.waiting
        passes = ([], 0)
        for then in waiting { then() }
    }

    private static let mostRounds = 64

    private var due: ContinuousClock.Instant? { pools.values.lazy.compactMap(\.due).min() }

    /// The wait in milliseconds, rounded up, so that the loop never spins before a deadline; -1 without one.
    private func patience() -> Int32 {
        guard let due else { return -1 }
        let left = ContinuousClock.now.duration(to: due)
        if left <= .zero { return 0 }
        let (seconds, attoseconds) = left.components
        guard seconds < 3600 else { return 3_600_000 }
        return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
