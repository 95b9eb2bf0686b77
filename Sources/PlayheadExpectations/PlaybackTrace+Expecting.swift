public import PlayheadTesting
public import Testing

extension EventRecorder {
    /// Expects the events to equal the stored trace `__Traces__/NAME.trace` beside the test file.
    ///
    /// With the environment variable `PLAYHEAD_WRITE_TRACES=1` it stores the events as the expected trace.
    /// Traces are reproducible only on a virtual clock or with a ``FakePlayer``.
    public func expectTrace(
        matches name: String, filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        trace.expect(matches: name, filePath: filePath, sourceLocation: sourceLocation)
    }
}

extension PlaybackTrace {
    /// Expects this trace to equal the stored one. See
    /// ``EventRecorder/expectTrace(matches:filePath:sourceLocation:)``.
    public func expect(
        matches name: String, filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let problem = TraceFile(name, beside: filePath).problem(with: self)
        if let problem { Issue.record(Comment(rawValue: problem), sourceLocation: sourceLocation) }
    }
}

extension TraceFile {
    /// The difference to the stored trace as text; nil if both are equal, or if the trace was stored now.
    func problem(with trace: PlaybackTrace, rewriting: Bool = TraceFile.isRewriting) -> String? {
        if rewriting {
            do {
                try write(trace)
                return nil
            } catch {
                return "The trace \"\(name)\" cannot be written: \(error)"
            }
        }
        guard let text else {
            return """
                There is no trace "\(name)" yet. With PLAYHEAD_WRITE_TRACES=1 in the environment it is written:
                \(trace.text)
                """
        }
        return trace.difference(from: text).map { difference in
            """
            The trace "\(name)" is another one (- as it was, + as it is; PLAYHEAD_WRITE_TRACES=1 makes it so):
            \(difference)
            """
        }
    }
}
