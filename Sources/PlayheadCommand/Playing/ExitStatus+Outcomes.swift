/// Why a session was over.
enum SessionEnd: Equatable {
    /// The last item ended.
    case completed
    /// The user quit.
    case quit
    case signal(Int32)
    /// Nobody reads standard output any more.
    case outputClosed
}

extension ExitStatus {
    /// The exit code of a session.
    ///
    /// A signal gives 128 and its number, as a shell would say it; so does a closed output, which is `SIGPIPE` by
    /// another name. Quitting is no failure, whatever came before. Otherwise, by the items that were begun:
    ///
    /// - all of them failed: 1;
    /// - some failed, and others played, wholly or in part: 3;
    /// - none failed, and one or more ended short: 4;
    /// - all played to their end: 0.
    static func code(for outcomes: [Outcome], end: SessionEnd) -> Int32 {
        switch end {
        case .signal(let number): code(forSignal: number)
        case .outputClosed: outputClosed
        case .quit: played
        case .completed:
            if outcomes.contains(.failed) {
                outcomes.allSatisfy { $0 == .failed } ? nothingPlayed : someFailed
            } else {
                outcomes.contains(.truncated) ? truncated : played
            }
        }
    }
}
