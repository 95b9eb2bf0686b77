import Playhead
import PlayheadTesting
import Testing

/// Black and frozen pictures, at 25 pictures a second.
struct PictureCheckTests {
    /// What a check finds in pictures, to their end.
    private func findings(
        _ check: some PresentationCheck, in pictures: [PresentedVideoFrame]
    ) -> [PresentationFinding] {
        var check = check
        return pictures.flatMap { check.look(at: $0) } + check.finish()
    }

    private func found(_ kind: PresentationFinding.Kind, _ start: Double, _ end: Double)
        -> PresentationFinding
    {
        func time(_ seconds: Double) -> Duration { .milliseconds(Int((seconds * 1000).rounded())) }
        return PresentationFinding(kind, start: time(start), end: time(end))
    }

    /// Ten seconds that are black from the 50th to the 124th picture.
    private func film(durations: Bool = true) -> [PresentedVideoFrame] {
        (0..<250).map { number in
            let isBlack = (50..<125).contains(number)
            return Synthetic.picture(
                number, luma: isBlack ? 16 : 120, duration: durations ? Synthetic.frame : nil)
        }
    }

    @Test(arguments: [true, false]) func `a black finding starts and ends with the black video frames`(
        durations: Bool
    ) {
        #expect(findings(BlackCheck(), in: film(durations: durations)) == [found(.black, 2, 5)])
    }

    @Test(arguments: [true, false]) func `backward playback gives the same black finding`(durations: Bool) {
        let pictures = film(durations: durations).reversed().enumerated().map { index, picture in
            var picture = picture
            picture.clockTime = Synthetic.frame * index
            return picture
        }
        #expect(findings(BlackCheck(), in: pictures) == [found(.black, 2, 5)])
    }

    @Test func `black shorter than the minimum length is no finding`() {
        #expect(findings(BlackCheck(minimumLength: .seconds(3)), in: film()) == [found(.black, 2, 5)])
        #expect(findings(BlackCheck(minimumLength: .seconds(3.04)), in: film()).isEmpty)
    }

    @Test(arguments: [true, false]) func `black up to the end ends with the last video frame`(durations: Bool)
    {
        let pictures = Array(film(durations: durations)[..<125])
        #expect(findings(BlackCheck(), in: pictures) == [found(.black, 2, 5)])
    }

    @Test func `a video frame is black when 98 % of its pixels are dark`() {
        func check(bright: Int, of luma: UInt8) -> Bool {
            var picture = Synthetic.picture(0, luma: 16)
            picture.changeLuma { for index in 0..<bright { $0[index] = luma } }
            return !findings(BlackCheck(minimumLength: .zero), in: [picture]).isEmpty
        }
        // 2 % of 144 pixels are 2.88.
        #expect(check(bright: 2, of: 255))
        #expect(!check(bright: 3, of: 255))
        // 10 % between 16 and 235 are 37.9.
        #expect(check(bright: 144, of: 37))
        #expect(!check(bright: 144, of: 38))
    }

    @Test func `a jump and a new load end a finding`() {
        let forwards = (0..<75).map { Synthetic.picture($0, luma: 16) }
        let later = (1000..<1075).map { Synthetic.picture($0, luma: 16, at: Synthetic.frame * ($0 - 925)) }
        #expect(
            findings(BlackCheck(), in: forwards + later) == [found(.black, 0, 3), found(.black, 40, 43)])
        let back = (0..<75).map { Synthetic.picture($0, luma: 16, at: Synthetic.frame * ($0 + 75)) }
        #expect(findings(BlackCheck(), in: later + back).count == 2)
        let other = (75..<150).map { Synthetic.picture($0, luma: 16, load: 2) }
        #expect(findings(BlackCheck(), in: forwards + other) == [found(.black, 0, 3), found(.black, 3, 6)])
    }

    @Test func `video frames at long intervals are one finding`() {
        let pictures = [0, 100, 200].map { Synthetic.picture($0, luma: 16) }
        #expect(findings(BlackCheck(), in: pictures) == [found(.black, 0, 8.04)])
    }

    @Test func `a frozen finding lasts from the repeated video frame to the next different one`() {
        var pictures = (0..<250).map { Synthetic.moving($0) }
        let still = pictures[50].luma
        for number in 51..<125 { pictures[number].changeLuma { $0 = still } }
        #expect(findings(FrozenCheck(), in: pictures) == [found(.frozen, 2, 5)])
    }

    @Test func `video frames with slight noise are frozen, and a slow fade is not`() {
        let noise = (0..<75).map { number in
            var picture = Synthetic.picture(number, luma: 120)
            picture.changeLuma { $0[number] += 10 }
            return picture
        }
        #expect(findings(FrozenCheck(), in: noise) == [found(.frozen, 0, 3)])
        let fade = (0..<75).map { Synthetic.picture($0, luma: UInt8(60 + $0)) }
        #expect(findings(FrozenCheck(), in: fade).isEmpty)
    }

    @Test func `a long video frame is not frozen, and one before a late video frame is`() {
        let slides = [0, 100, 200].map {
            Synthetic.picture($0, luma: UInt8(100 + $0 / 10), duration: .seconds(4))
        }
        #expect(findings(FrozenCheck(), in: slides).isEmpty)
        let recorded = slides.map {
            var picture = $0
            picture.frame.duration = nil
            return picture
        }
        #expect(findings(FrozenCheck(), in: recorded).isEmpty)
        let late = [Synthetic.moving(0), Synthetic.moving(1), Synthetic.moving(100)]
        #expect(findings(FrozenCheck(), in: late) == [found(.frozen, 0.04, 4)])
    }

    @Test func `a finding is ongoing from the minimum length until it ends`() {
        var check = BlackCheck()
        for number in 0..<49 { _ = check.look(at: Synthetic.picture(number, luma: 16)) }
        #expect(check.ongoing.isEmpty)
        _ = check.look(at: Synthetic.picture(49, luma: 16))
        #expect(check.ongoing == [found(.black, 0, 2)])
        _ = check.look(at: Synthetic.moving(50))
        #expect(check.ongoing.isEmpty)
    }
}
