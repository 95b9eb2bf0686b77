public import Playhead

/// Looks at what is presented for one kind of fault. What it is given comes in the order of presentation.
public protocol PresentationCheck: Sendable {
    /// Looks at a picture; what it answers has ended.
    mutating func look(at picture: PresentedVideoFrame) -> [PresentationFinding]
    /// Listens to sound; what it answers has ended.
    mutating func listen(to sound: PresentedAudioBuffer) -> [PresentationFinding]
    /// Says what had not ended when nothing more came, or when playback jumped.
    mutating func finish() -> [PresentationFinding]
    /// What is found already and has not ended, as far as it has come.
    var ongoing: [PresentationFinding] { get }
}

extension PresentationCheck {
    /// Finds nothing.
    public mutating func look(at picture: PresentedVideoFrame) -> [PresentationFinding] { [] }
    /// Finds nothing.
    public mutating func listen(to sound: PresentedAudioBuffer) -> [PresentationFinding] { [] }
    /// Finds nothing.
    public mutating func finish() -> [PresentationFinding] { [] }
    /// Nothing.
    public var ongoing: [PresentationFinding] { [] }
}
