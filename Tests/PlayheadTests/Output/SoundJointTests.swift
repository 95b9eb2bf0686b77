import GStreamer
import Playhead
import Testing

@testable import PlayheadCore
@testable import PlayheadPipeline

/// How sound joins what is heard before it, and what is counted of that.
struct SoundJointTests {
    @Test(arguments: [
        (0, false, SoundJoint.seam), (20, false, .seam), (21, false, .gap), (21, true, .seam),
        (-150, false, .seam), (-151, false, .tooLate), (-151, true, .tooLate),
    ])
    func `early audio follows a gap, and late audio is cut`(
        _ gap: Int, _ goesOn: Bool, _ joint: SoundJoint
    ) {
        #expect(SoundJoint(gap: .milliseconds(gap), goesOn: goesOn, isInTime: false) == joint)
    }

    @Test(arguments: [
        (-151, true, SoundJoint.seam), (-3000, true, .seam), (-3001, true, .tooLate), (-151, false, .tooLate),
    ])
    func `continuous audio that arrives in time is not cut by a late device`(
        _ gap: Int, _ goesOn: Bool, _ joint: SoundJoint
    ) {
        #expect(SoundJoint(gap: .milliseconds(gap), goesOn: goesOn, isInTime: true) == joint)
    }

    @Test
    func `missing audio is an underrun, and consecutive dropped audio is one resync`()
        throws
    {
        #expect(Runtime.startFault == nil)
        let device = try #require(AudioDevice("fakesink", OutputClock()))
        let meter = PresentationMeter()
        let feed = AudioFeed(to: device, isOn: true, countedBy: meter) { _ in }
        feed.count(.gap, afterSilence: true)
        feed.count(.seam, afterSilence: false)
        #expect(meter.tally == PresentationMeter.Tally())
        feed.count(.tooLate, afterSilence: true)
        feed.count(.tooLate, afterSilence: false)
        feed.count(.seam, afterSilence: false)
        feed.count(.seam, afterSilence: true)
        #expect(meter.tally.audioUnderruns == 2 && meter.tally.audioResyncs == 1)
        device.close {}
    }
}
