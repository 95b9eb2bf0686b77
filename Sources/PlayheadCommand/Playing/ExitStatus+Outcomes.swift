/// The reason for the end of a session.
enum SessionEnd: Equatable {
    /// The last item ended.
    case completed
    /// The user quit.
    case quit
    case signal(Int32)
    /// The reader of standard output closed it.
    case outputClosed
}

extension ExitStatus {
    /// The exit code of a session.
    ///
    /// A signal gives 128 plus its number, as in a shell. A closed output has the code of `SIGPIPE`. Quitting
    /// gives
    /// 0. Otherwise the code depends on the items that were begun:
    ///
    /// - All failed: 1.
    /// - Some failed, and others played in whole or in part: 3.
    /// - None failed, and one or more ended early: 4.
    /// - All played to their end: 0.
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
