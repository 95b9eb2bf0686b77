/// The scaling of video in an area with another aspect ratio.
public enum AspectMode: String, Sendable, Hashable, CaseIterable, Codable {
    /// The whole frame is visible, with bars at the sides.
    case fit
    /// The area is filled, and the frame is cropped.
    case fill
    /// The area is filled, and the frame is distorted.
    case stretch
}
