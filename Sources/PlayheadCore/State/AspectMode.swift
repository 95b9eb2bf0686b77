/// How a picture fills an area of another shape.
public enum AspectMode: String, Sendable, Hashable, CaseIterable, Codable {
    /// The whole picture, with bars where the shapes differ.
    case fit
    /// The whole area, with the picture cut where the shapes differ.
    case fill
    /// The whole picture over the whole area, distorted where the shapes differ.
    case stretch
}
