public import Playhead

/// A detector for one kind of fault in presented media. It receives the media in the order of presentation.
public protocol PresentationCheck: Sendable {
    /// Examines a video frame, and returns the findings that have ended.
    mutating func look(at picture: PresentedVideoFrame) -> [PresentationFinding]
    /// Examines an audio buffer, and returns the findings that have ended.
    mutating func listen(to sound: PresentedAudioBuffer) -> [PresentationFinding]
    /// Returns the findings that end with the media or at a jump.
    mutating func finish() -> [PresentationFinding]
    /// The findings that have begun and have not ended, up to the current media time.
    var ongoing: [PresentationFinding] { get }
}

extension PresentationCheck {
    /// Finds nothing.
    public mutating func look(at picture: PresentedVideoFrame) -> [PresentationFinding] { [] }
    /// Finds nothing.
    public mutating func listen(to sound: PresentedAudioBuffer) -> [PresentationFinding] { [] }
    /// Finds nothing.
    public mutating func finish() -> [PresentationFinding] { [] }
    /// No findings.
    public var ongoing: [PresentationFinding] { [] }
}
