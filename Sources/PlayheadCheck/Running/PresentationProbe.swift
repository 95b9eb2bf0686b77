internal import Playhead
internal import PlayheadTesting

/// The presentation taps that the expectations of a scenario need.
struct PresentationProbe: Sendable {
    private let inspector: PresentationInspector?
    private let loudness: LoudnessReading?

    init(for predicates: [Predicate]) {
        let defects = predicates.compactMap { if case .no(let defect) = $0 { defect } else { nil } }
        let presented = Defect.allCases.filter { defects.contains($0) && Defect.presented.contains($0) }
        let countsFrames = predicates.contains { if case .measure(.frames, _) = $0 { true } else { false } }
        let isNeeded = countsFrames || !presented.isEmpty
        inspector =
            isNeeded ? PresentationInspector(presented.compactMap(StandardChecks.check(for:))) : nil
        let measuresLoudness = predicates.contains {
            if case .measure(.loudness, _) = $0 { true } else { false }
        }
        loudness = measuresLoudness ? StandardChecks.loudness() : nil
    }

    /// The tap for the player; nil if no expectation needs one.
    var tap: (any PresentationTap)? {
        let all = [inspector, loudness?.meter].compactMap { $0 as (any PresentationTap)? }
        return all.isEmpty ? nil : FrameCounter(all)
    }

    /// Adds the results of the taps. At the end it also adds defects that lasted until then.
    func fill(_ measurements: inout Measurements, isOver: Bool) {
        measurements.videoFrames = inspector?.pictures
        measurements.findings = (isOver ? inspector?.finish() : inspector?.findings) ?? []
        measurements.loudness = loudness
    }
}
