/// The extension of deadlines by the startup time of GStreamer, which loads need before they can begin.
///
/// GStreamer starts once per process. The first start on a machine scans every plug-in: half a minute or more
/// on a small or busy machine.
package struct InitializationAllowance {
    private var given: Duration = .zero

    package init() {}

    /// The extension of a deadline that expires now after a span; nil if it is not extended.
    package mutating func next(after span: Duration, of time: some PlayerTime) -> Duration? {
        guard given < Self.most else { return nil }
        let lost = time.timeToStart(within: span)
        guard lost >= Self.least else { return nil }
        given += lost
        return lost
    }

    /// The maximum extension: a longer start hangs.
    private static let most: Duration = .seconds(60)
    /// The minimum extension.
    private static let least: Duration = .milliseconds(500)
}
