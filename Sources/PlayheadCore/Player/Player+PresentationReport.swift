extension Player {
    /// What of the current item has reached the outputs since it was loaded or opened afresh, and what is missing. Kept after the end,
    /// until another item is current. May be read at any time, from any thread.
    public var presentationReport: PresentationReport {
        let (meter, gaps) = core.withLock { ($0.meter, $0.machine.gaps) }
        var ledger = PresentationReport()
        ledger.video = meter.stream(of: .video)
        ledger.audio = meter.stream(of: .audio)
        ledger.gaps = gaps
        return ledger
    }
}
