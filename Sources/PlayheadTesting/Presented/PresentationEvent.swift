/// What checks say while something is presented.
public enum PresentationEvent: Sendable, Hashable {
    /// Something is wrong since a media time, and has been for long enough.
    case began(PresentationFinding.Kind, at: Duration)
    /// It has ended.
    case ended(PresentationFinding)
}
