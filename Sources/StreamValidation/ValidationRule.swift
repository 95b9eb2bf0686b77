/// A property that a stream must, should or may have, with the specification that requires it.
public struct ValidationRule: Sendable, Identifiable {
    /// How strongly the specification requires the property, in the words of RFC 2119.
    public enum Requirement: String, Sendable, CaseIterable, Comparable {
        case must, should, may

        /// A stronger requirement is greater.
        public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
        private var rank: Int { self == .must ? 2 : self == .should ? 1 : 0 }
    }

    /// The name in reports and options, such as `hls.targetduration-exceeded`.
    public let id: String
    /// How strongly the property is required.
    public let requirement: Requirement
    /// The specification and its section.
    public let source: String
    /// The required property, as one sentence.
    public let statement: String
    /// The effect of a violation on players, and its correction.
    public let advice: String
    /// The profiles that contain the rule; empty for every profile.
    public let profiles: Set<ValidationProfile>
    package let check: Check

    package init(
        _ id: String, _ requirement: Requirement, _ source: String, _ statement: String, _ advice: String,
        profiles: Set<ValidationProfile> = [], _ check: Check
    ) {
        (self.id, self.requirement, self.source) = (id, requirement, source)
        (self.statement, self.advice, self.profiles, self.check) = (statement, advice, profiles, check)
    }

    /// A rule by the object that it examines.
    package enum Check: Sendable {
        /// The text of each playlist.
        case text(@Sendable (PlaylistText, inout Findings) -> Void)
        /// Each media playlist.
        case media(@Sendable (MediaText, inout Findings) -> Void)
        /// The multivariant playlist.
        case multivariant(@Sendable (MultivariantText, inout Findings) -> Void)
        /// The response with each playlist.
        case delivery(@Sendable (LoadedResource, inout Findings) -> Void)
        /// The segments of each variant and rendition.
        case stream(@Sendable (MeasuredStream, inout Findings) -> Void)
        /// All variants and renditions together.
        case ladder(@Sendable (MeasuredLadder, inout Findings) -> Void)
        /// The versions of a live playlist.
        case updates(@Sendable (PlaylistHistory, inout Findings) -> Void)
        /// A DASH manifest.
        case manifest(@Sendable (ManifestText, inout Findings) -> Void)
        /// A file that is not a playlist.
        case file(@Sendable (MeasuredFile, inout Findings) -> Void)
    }
}

/// A set of rules beyond those of the formats themselves.
public enum ValidationProfile: String, Sendable, CaseIterable {
    /// Apple's HLS Authoring Specification for Apple Devices.
    case apple
    /// The DASH-IF Interoperability Points.
    case dashIF = "dash-if"
    /// Properties that viewers notice and no specification requires.
    case playhead
}

/// A violation of a rule in one document.
public struct ValidationFinding: Sendable, Hashable {
    /// One place of the violation.
    public struct Place: Sendable, Hashable {
        /// The violation, in words.
        public var message: String
        /// The line of the playlist, from 1 on.
        public var line: Int?
        /// The time in seconds from the start of the stream, or of the window of a live stream.
        public var time: Double?
        /// The URI of the segment.
        public var segment: String?
    }

    /// The ID of the rule.
    public var rule: String
    /// The requirement of the rule.
    public var requirement: ValidationRule.Requirement
    /// The URI of the document: a playlist, a manifest or a file.
    public var uri: String
    /// The first places, at most 100.
    public var places: [Place]
    /// The number of all places.
    public var count: Int

    /// The message of the first place.
    public var message: String { places.first?.message ?? "" }
}

/// Collects the findings of one rule. Findings in the same document become one.
package struct Findings {
    private let rule: ValidationRule
    private let uri: String
    package private(set) var all: [ValidationFinding] = []
    private static let maximumPlaces = 100

    init(_ rule: ValidationRule, about uri: String) { (self.rule, self.uri) = (rule, uri) }

    package mutating func add(
        _ message: String, line: Int? = nil, at time: Duration? = nil, segment: String? = nil,
        in document: String? = nil
    ) {
        let place = ValidationFinding.Place(
            message: message, line: line, time: time.map { $0 / .seconds(1) }, segment: segment)
        let document = document ?? uri
        guard let index = all.firstIndex(where: { $0.uri == document }) else {
            all.append(
                ValidationFinding(
                    rule: rule.id, requirement: rule.requirement, uri: document, places: [place], count: 1))
            return
        }
        all[index].count += 1
        if all[index].places.count < Self.maximumPlaces { all[index].places.append(place) }
    }
}
