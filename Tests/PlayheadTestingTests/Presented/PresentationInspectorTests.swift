import Playhead
import PlayheadTesting
import Testing

/// What an inspector makes of what its checks find.
struct PresentationInspectorTests {
    private let black = PresentationFinding(.black, start: .zero, end: .seconds(3))

    private func showBlack(to inspector: PresentationInspector, load: Int = 1, held: Bool = false) {
        for number in 0..<75 {
            var picture = Synthetic.picture(number, luma: 16, load: load)
            picture.changeLuma { $0[0] = UInt8(number) }
            picture.isHeld = held
            inspector.didPresent(picture)
        }
    }

    @Test func `an inspector collects the findings of all checks`() {
        let inspector = PresentationInspector()
        for number in 0..<75 { inspector.didPresent(Synthetic.picture(number, luma: 16)) }
        for sound in Synthetic.sound(0..<144_000, Synthetic.silence) { inspector.didPresent(sound) }
        #expect(inspector.findings.isEmpty)
        let findings = inspector.finish()
        #expect(Set(findings.map(\.kind)) == [.black, .frozen, .silent])
        #expect(findings.allSatisfy { $0.start == .zero && $0.end == .seconds(3) })
        #expect(inspector.findings == findings && inspector.pictures == 75)
    }

    @Test func `an inspector ignores held video frames`() {
        let inspector = PresentationInspector([BlackCheck()])
        showBlack(to: inspector, held: true)
        #expect(inspector.finish().isEmpty && inspector.pictures == 0)
    }

    @Test func `a new load ends the findings, and later frames of the earlier load are ignored`() {
        let inspector = PresentationInspector([BlackCheck()])
        showBlack(to: inspector, load: 1)
        inspector.didPresent(Synthetic.picture(0, luma: 120, load: 2))
        #expect(inspector.findings == [black])
        showBlack(to: inspector, load: 1)
        #expect(inspector.finish() == [black])
    }

    @Test func `every event sequence receives the start and the end of a finding`() async {
        let inspector = PresentationInspector([BlackCheck()])
        let consumers = [inspector.events, inspector.events]
        showBlack(to: inspector)
        _ = inspector.finish()
        for events in consumers {
            var heard: [PresentationEvent] = []
            for await event in events { heard.append(event) }
            #expect(heard == [.began(.black, at: .zero), .ended(black)])
        }
    }

    @Test func `the start of a finding is reported before its end`() async {
        let inspector = PresentationInspector([BlackCheck()])
        var events = inspector.events.makeAsyncIterator()
        showBlack(to: inspector)
        #expect(await events.next(isolation: nil) == .began(.black, at: .zero))
        inspector.didPresent(Synthetic.picture(75, luma: 120))
        #expect(await events.next(isolation: nil) == .ended(black))
    }

    @Test func `a released inspector ends its event sequences`() async {
        var inspector: PresentationInspector? = PresentationInspector([BlackCheck()])
        var events = inspector?.events.makeAsyncIterator()
        inspector = nil
        #expect(await events?.next(isolation: nil) == nil)
    }

    @Test func `a tap group feeds several inspectors`() {
        let inspectors = [PresentationInspector([BlackCheck()]), PresentationInspector([])]
        let all = TapGroup(inspectors)
        all.didPresent(Synthetic.picture(0, luma: 16))
        for sound in Synthetic.sound(0..<1000, Synthetic.silence) { all.didPresent(sound) }
        #expect(inspectors.map(\.pictures) == [1, 1])
    }
}
