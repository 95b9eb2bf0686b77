internal import Playhead
internal import PlayheadTesting

/// Who looks at what is presented in a scenario: those whom its expectations need, and nobody else.
struct Observation: Sendable {
    private let inspector: PresentationInspector?
    private let loudness: LoudnessReading?

    init(for claims: [Claim]) {
        let troubles = claims.compactMap { if case .no(let trouble) = $0 { trouble } else { nil } }
        let presented = Trouble.allCases.filter { troubles.contains($0) && Trouble.presented.contains($0) }
        let countsFrames = claims.contains { if case .measure(.frames, _) = $0 { true } else { false } }
        let isNeeded = countsFrames || !presented.isEmpty
        inspector =
            isNeeded ? PresentationInspector(presented.compactMap(StandardChecks.check(for:))) : nil
        let measuresLoudness = claims.contains { if case .measure(.loudness, _) = $0 { true } else { false } }
        loudness = measuresLoudness ? StandardChecks.loudness() : nil
    }

    /// Who is to be told by the player; nil: nobody.
    var tap: (any PresentationTap)? {
        let all = [inspector, loudness?.meter].compactMap { $0 as (any PresentationTap)? }
        return all.isEmpty ? nil : Audience(all)
    }

    /// Tells what was seen and heard, also of what still goes on when all of it is over.
    func tell(_ facts: inout Facts, isOver: Bool) {
        facts.pictures = inspector?.pictures
        facts.findings = (isOver ? inspector?.finish() : inspector?.findings) ?? []
        facts.loudness = loudness
    }
}
