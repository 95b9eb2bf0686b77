package import PlayheadCore

/// Decides whether and when a failed request is sent again. The type is pure: the caller passes the time.
package struct RetryPolicy: Sendable {
    /// The purpose of a request, which limits its retries.
    package enum Patience: Sendable {
        /// Playback continues without this segment, so the retries are limited.
        case bounded
        /// The request is retried until the stall timeout, for all retryable faults.
        case untilStalled
        /// The request is retried as long as the player waits. After a definite response, the pauses grow.
        case whilePlaying
        /// The request is retried as long as the player waits, while the server is silent.
        case endless
    }

    let recovery: NetworkRecovery
    let stallTimeout: Duration
    package let patience: Patience
    /// Whether the load has received any data.
    var hasBegun: Bool
    /// The maximum wait for the first media of a live stream.
    package var untilBeginning: Duration = .zero
    package private(set) var tries = 0
    private var since: Duration?

    package init(_ recovery: NetworkRecovery, stallTimeout: Duration, patience: Patience, hasBegun: Bool) {
        self.recovery = recovery
        self.stallTimeout = stallTimeout
        self.patience = patience
        self.hasBegun = hasBegun
    }

    /// Resets the tries after received data.
    package mutating func progress() {
        tries = 0
        since = nil
        hasBegun = true
    }

    /// The pause before the next try; nil when there is none.
    ///
    /// - Parameter chance: the jitter, from -1 to 1.
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

    /// The maximum pause after a definite response, such as status 404.
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
            // There is no further try that could be silent beyond the stall timeout.
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
    /// Whether the server has responded that the resource is missing or different.
    fileprivate var isDefinite: Bool {
        status == 404 || status == 410 || kind == .content || kind == .changed
    }
}
