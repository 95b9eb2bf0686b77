/// The begin or the end of a finding.
public enum PresentationEvent: Sendable, Hashable {
    /// A finding has lasted for the minimum duration. It began at this media time.
    case began(PresentationFinding.Kind, at: Duration)
    /// A finding has ended.
    case ended(PresentationFinding)
}
