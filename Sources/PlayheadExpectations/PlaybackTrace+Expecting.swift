public import PlayheadTesting
public import Testing

extension EventRecorder {
    /// Expects the recorded events to be the one that is written down in `__Traces__/NAME.trace` beside the test.
    ///
    /// With `PLAYHEAD_WRITE_TRACES=1` in the environment the recorded events is written down, and expected from then on. It is the same from run to run only
    /// where time is: on a virtual clock, and with a ``FakePlayer``.
    public func expectTrace(
        matches name: String, filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        trace.expect(matches: name, filePath: filePath, sourceLocation: sourceLocation)
    }
}

extension PlaybackTrace {
    /// Expects this trace to be the one that is written down; see ``EventRecorder/expectTrace(matches:filePath:sourceLocation:)``.
    public func expect(
        matches name: String, filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let problem = TraceFile(name, beside: filePath).problem(with: self)
        if let problem { Issue.record(Comment(rawValue: problem), sourceLocation: sourceLocation) }
    }
}

extension TraceFile {
    /// What is wrong with a trace, for a person; nil when it is as it should be, or is from now on.
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
