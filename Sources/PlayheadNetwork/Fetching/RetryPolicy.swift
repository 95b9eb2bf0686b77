package import PlayheadCore

/// When a request that failed is sent again. Pure: the time comes in.
package struct RetryPolicy: Sendable {
    /// What a request is for.
    package enum Patience: Sendable {
        /// A part without which playback goes on.
        case bounded
        /// Until the stall deadline, whatever the fault.
        case untilStalled
        /// As long as the player waits, whatever the fault; where the server has answered, less and less often.
        case whilePlaying
        /// As long as the player waits, where a server is only silent.
        case endless
    }

    let recovery: NetworkRecovery
    let stallTimeout: Duration
    package let patience: Patience
    /// Whether anything of the load has come before.
    var hasBegun: Bool
    /// How long a live stream that has not begun is waited for.
    package var untilBeginning: Duration = .zero
    package private(set) var tries = 0
    private var since: Duration?

    package init(_ recovery: NetworkRecovery, stallTimeout: Duration, patience: Patience, hasBegun: Bool) {
        self.recovery = recovery
        self.stallTimeout = stallTimeout
        self.patience = patience
        self.hasBegun = hasBegun
    }

    /// Something has come: what was before does not count any more.
    package mutating func progress() {
        tries = 0
        since = nil
        hasBegun = true
    }

    /// The pause before the next try; nil: it is given up.
    ///
    /// - Parameter chance: from -1 to 1.
    package mutating func pause(after fault: FetchFault, at now: Duration, chance: Double) -> Duration? {
        let start = since ?? now
        since = start
        tries += 1
        if case .early(let pause) = fault.kind {
            return now - start + pause < untilBeginning ? pause : nil
        }
        guard isWorth(fault.kind, waited: now - start) else { return nil }
        let doubled = recovery.initialBackoff * (1 << min(tries - 1, 20))
        let varied = min(doubled, recovery.maximumBackoff) * (1 + chance * min(max(recovery.jitter, 0), 1))
        var pause = varied
        if patience == .whilePlaying, fault.isDefinite {
            pause = max(pause, min((now - start) / 4, min(stallTimeout, Self.longestInVain)))
        }
        guard case .status(_, let asked?) = fault.kind else { return pause }
        return max(pause, min(asked, stallTimeout))
    }

    /// The longest pause before what is not there is asked for again.
    private static let longestInVain: Duration = .seconds(60)

    private func isWorth(_ kind: FetchFault.Kind, waited: Duration) -> Bool {
        let isInTime = waited < stallTimeout
        switch kind {
        case .refused, .untrusted, .astray, .status(401, _), .status(403, _), .status(407, _): return false
        case _ where patience == .whilePlaying: return true
        case _ where patience == .untilStalled: return isInTime
        case .silent where patience == .endless: return true
        case .unreachable where hasBegun: return isInTime
        case .silent:
            // A try that may be silent for longer than playback may stand still is none.
            let silence = recovery.idleTimeout + recovery.idleTimeout
            return tries <= recovery.retries && waited + silence < stallTimeout
        case .status(404, _), .status(410, _), .content, .changed: return tries <= min(1, recovery.retries)
        case .status(let status, _) where status < 500 && status != 408 && status != 429: return false
        default: return tries <= recovery.retries
        }
    }
}

extension Duration {
    fileprivate static func * (duration: Duration, factor: Double) -> Duration {
        .seconds(duration / .seconds(1) * factor)
    }
}

extension FetchFault {
    /// Whether a server has said that there is nothing, or has something else.
    fileprivate var isDefinite: Bool {
        status == 404 || status == 410 || kind == .content || kind == .changed
    }
}
