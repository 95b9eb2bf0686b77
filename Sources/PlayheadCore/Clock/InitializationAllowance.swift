/// How much longer a deadline is for what GStreamer needs to start: what is opened has no time of its own until then. It starts once in a
/// process, and looks at every plug-in where nobody has before, which takes half a minute and more on a small or a busy machine.
package struct InitializationAllowance {
    private var given: Duration = .zero

    package init() {}

    /// Whether a deadline that passes now, after a span of this time, has to be prolonged, and by how much.
    package mutating func next(after span: Duration, of time: some PlayerTime) -> Duration? {
        guard given < Self.most else { return nil }
        let lost = time.timeToStart(within: span)
        guard lost >= Self.least else { return nil }
        given += lost
        return lost
    }

    /// What does not even start in this time, hangs.
    private static let most: Duration = .seconds(60)
    /// Less is as ever.
    private static let least: Duration = .milliseconds(500)
}
