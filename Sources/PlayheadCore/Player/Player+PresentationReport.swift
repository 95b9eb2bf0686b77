extension Player {
    /// The intervals of the current item that were presented, and its gaps, since it was loaded or reopened.
    ///
    /// It is kept after the end, until another item is current. Readable at any time from any thread.
    public var presentationReport: PresentationReport {
        let (meter, gaps) = core.withLock { ($0.meter, $0.machine.gaps) }
        var ledger = PresentationReport()
        ledger.video = meter.stream(of: .video)
        ledger.audio = meter.stream(of: .audio)
        ledger.gaps = gaps
        return ledger
    }
}
