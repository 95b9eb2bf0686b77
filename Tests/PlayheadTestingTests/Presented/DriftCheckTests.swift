import Playhead
import PlayheadTesting
import Testing

/// Sound and picture that go apart.
struct DriftCheckTests {
    /// Eight seconds of pictures and sound, each at the clock time that it is given, in the order of presentation.
    private func findings(
        _ check: DriftCheck = DriftCheck(), speed: Double = 1,
        pictureAt: (Duration) -> Duration = { $0 }, soundAt: (Duration) -> Duration = { $0 }
    ) -> [PresentationFinding] {
        var check = check
        let sounds = Synthetic.sound(0..<384_000, clock: { soundAt($0) / speed }, Synthetic.tone())
        let pictures = (0..<200).map { number in
            Synthetic.moving(number, at: pictureAt(Synthetic.frame * number) / speed)
        }
        let all: [(Duration, (inout DriftCheck) -> [PresentationFinding])] =
            sounds.map { sound in (sound.clockTime, { $0.listen(to: sound) }) }
            + pictures.map { picture in (picture.clockTime, { $0.look(at: picture) }) }
        let order = all.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
        return order.flatMap { $0.element.1(&check) } + check.finish()
    }

    @Test(arguments: [0.5, 1, 2]) func `audio and video in time cause no drift finding, at any speed`(
        speed: Double
    ) {
        #expect(findings(speed: speed).isEmpty)
    }

    @Test func `drift begins at 41 ms of late video and at 61 ms of late audio`() {
        #expect(findings(pictureAt: { $0 + .milliseconds(40) }).isEmpty)
        #expect(
            findings(pictureAt: { $0 + .milliseconds(41) }).map(\.start) == [.zero])
        #expect(findings(soundAt: { $0 + .milliseconds(60) }).isEmpty)
        #expect(findings(soundAt: { $0 + .milliseconds(61) }).map(\.kind) == [.drift])
    }

    @Test func `a drift finding starts and ends with the late video frames`() {
        let late = findings { $0 >= .seconds(2) && $0 < .seconds(5) ? $0 + .milliseconds(80) : $0 }
        #expect(late == [PresentationFinding(.drift, start: .seconds(2), end: .seconds(5))])
    }

    @Test func `growing audio delay is a finding from 60 ms on`() {
        let late = findings(soundAt: { $0 + $0 / 50 })
        #expect(late.count == 1)
        // 60 ms are reached after 3 s.
        #expect(late.first.map { $0.start > .seconds(2.9) && $0.start < .seconds(3.1) } == true)
    }

    @Test func `a single late video frame is no drift`() {
        #expect(findings { $0 == .seconds(2) ? $0 + .milliseconds(300) : $0 }.isEmpty)
    }

    @Test func `a pause is no drift`() {
        func paused(_ time: Duration) -> Duration { time < .seconds(2) ? time : time + .seconds(3) }
        #expect(findings(pictureAt: paused, soundAt: paused).isEmpty)
    }

    @Test func `a jump is no drift, whichever output jumps first`() {
        for soundFirst in [true, false] {
            var check = DriftCheck()
            var found: [PresentationFinding] = []
            for (start, clock) in [(0, Duration.zero), (300, .seconds(4)), (20, .seconds(8))] {
                let begins = Synthetic.frame * start
                let sounds = Synthetic.sound(
                    start * 1920..<(start + 100) * 1920, clock: { $0 - begins + clock }, Synthetic.tone())
                let pictures = (start..<start + 100).map {
                    Synthetic.moving($0, at: Synthetic.frame * ($0 - start) + clock)
                }
                for index in 0..<max(sounds.count, pictures.count) {
                    if soundFirst, index < sounds.count { found += check.listen(to: sounds[index]) }
                    if index < pictures.count { found += check.look(at: pictures[index]) }
                    if !soundFirst, index < sounds.count { found += check.listen(to: sounds[index]) }
                }
            }
            #expect(check.skew == .zero)
            #expect((found + check.finish()).isEmpty)
        }
    }
}
