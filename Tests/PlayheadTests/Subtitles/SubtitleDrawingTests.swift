import GStreamer
import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import PlayheadCore
@testable import PlayheadPipeline
@testable import TestBasics
@testable import TestSupport

/// Subtitles in the picture (contract 4.4), looked at where they leave the element that writes them.
@Suite(.timeLimit(.minutes(1)))
struct SubtitleDrawingTests {
    /// How bright the brightest pixel of each of 50 black pictures is, 40 ms each.
    private func brightness(_ cues: [SubtitleCue], delay: Duration = .zero) async throws -> [UInt8] {
        #expect(Runtime.startFault == nil)
        let drawing = try #require(SubtitleDrawing())
        _ = drawing.follow(CueSchedule(cues), delay: delay)
        let source = "videotestsrc pattern=black num-buffers=50"
        let format = "video/x-raw,format=I420,width=320,height=180,framerate=25/1"
        let pipeline = try Element.pipeline(
            described: "\(source) ! \(format) ! identity name=before ! fakesink name=after sync=false")
        let before = try #require(pipeline.child(named: "before"))
        let after = try #require(pipeline.child(named: "after"))
        let (exit, entry) = (try #require(before.pad("src")), try #require(after.pad("sink")))
        exit.unlink(from: entry)
        pipeline.add(drawing.overlay)
        #expect(before.link(to: drawing.overlay) && drawing.overlay.link(to: after))
        let found = Mutex<[UInt8]>([])
        entry.takeBytes { bytes in found.withLock { $0.append(bytes.prefix(320 * 180).max() ?? 0) } }
        let (ends, end) = AsyncStream<Void>.makeStream()
        pipeline.onMessage { if $0 == .endOfStream { end.finish() } }
        pipeline.setState(.playing)
        for await _ in ends {}
        pipeline.setState(.null)
        return found.withLock { $0 }
    }

    private func cue(_ text: String, _ start: Int, _ end: Int) -> SubtitleCue {
        SubtitleCue(text: text, start: .milliseconds(start), end: .milliseconds(end))
    }

    @Test func `4.4: a cue is drawn in exactly the video frames while it is due`() async throws {
        let brightness = try await brightness([cue("Text", 400, 800), cue("More", 1200, 1600)])
        #expect(brightness.count == 50)
        for (number, value) in brightness.enumerated() {
            let isDue = (10..<20).contains(number) || (30..<40).contains(number)
            #expect(isDue ? value > 150 : value < 40, "picture \(number)")
        }
    }

    @Test func `4.4: a subtitle delay shifts drawn cues`() async throws {
        let brightness = try await brightness([cue("Text", 400, 800)], delay: .milliseconds(400))
        for (number, value) in brightness.enumerated() {
            #expect((20..<30).contains(number) ? value > 150 : value < 40, "picture \(number)")
        }
    }

    @Test(arguments: ["a < b & c > d", "<i>", "&amp;", "\u{1}\u{FFFE}x", "two\nlines"])
    func `4.4: characters of markup are drawn as text`(_ text: String) async throws {
        let brightness = try await brightness([cue(text, 0, 2000)])
        #expect(brightness.count == 50)
        #expect(brightness.allSatisfy { $0 > 150 })
    }

    @Test(arguments: [
        ("a <i>b</i> c", "a b c", "a <i>b</i> c"), ("<b>a <i>b</b></i>", "a b", "<b>a </b><b><i>b</i></b>"),
        ("{\\i1}a{\\i0} b\\Nc", "a b\nc", "<i>a</i> b\nc"),
        ("a < b & <u>c</u>", "a < b & c", "a &lt; b &amp; c"),
        ("<font color=\"#ff0000\">a</font>", "a", "a"), ("<i>a &amp; b", "a & b", "<i>a &amp; b</i>"),
        ("{a}", "{a}", "{a}"),
    ]) func `4.4: italics, bold and underlined words are drawn as such`(
        _ markup: String, _ text: String, _ drawn: String
    ) {
        let cue = SubtitleCue(text: text, markup: markup, start: .zero, end: .seconds(1))
        #expect(PangoMarkup.pango(cue) == drawn)
    }

    @Test func `4.4: drawing without a window is one warning`() async throws {
        var configuration = PlayerConfiguration.silent
        configuration.drawsSubtitles = true
        let harness = Harness(.real, configuration)
        harness.player.load(try Samples.named("subtitles").item)
        try await harness.player.waitUntil(.ready)
        let warnings = await harness.closes().filter { if case .warning = $0 { true } else { false } }
        #expect(warnings.count == 1)
    }
}
