import Glibc

/// The exit codes of the process.
enum ExitStatus {
    static let played: Int32 = 0
    static let nothingPlayed: Int32 = 1
    static let usage: Int32 = 2
    static let someFailed: Int32 = 3
    static let truncated: Int32 = 4
    /// A replay differs from its trace.
    static let diverged: Int32 = 1
    /// A stream violates a rule.
    static let someRulesViolated: Int32 = 1
    /// Two sides of a comparison differ.
    static let differs: Int32 = 1
    /// A check or a comparison could not be carried out.
    static let notRun: Int32 = 3
    /// Standard output was closed: the code of a process that `SIGPIPE` ended.
    static let outputClosed = code(forSignal: SIGPIPE)

    /// The exit code for a signal: 128 plus its number, as in a shell.
    static func code(forSignal number: Int32) -> Int32 { 128 + number }
}
