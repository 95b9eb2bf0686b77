import Playhead
import PlayheadSystem
import Testing

@testable import PlayheadCommand

/// The names of events and fields are public (issue 2): a change here breaks programs that read them.
@Suite struct `JSON Lines` {
    @Test(arguments: lines) func `each event has exactly these fields, in this order`(_ sample: Sample) {
        #expect(sample.report.jsonLine == sample.line)
    }

    @Test func `times are rounded to the microsecond, without needless digits`() {
        #expect(Duration.zero.jsonSeconds == "0")
        #expect(Duration.seconds(4).jsonSeconds == "4")
        #expect(Duration.nanoseconds(3_999_999_999).jsonSeconds == "4")
        #expect(Duration.milliseconds(100).jsonSeconds == "0.1")
        #expect(Duration.nanoseconds(1_000_001_499).jsonSeconds == "1.000001")
        #expect(0.35.jsonNumber == "0.35")
        #expect((0.1 + 0.2).jsonNumber == "0.3")
        #expect(Duration.milliseconds(-500).jsonSeconds == "-0.5" && (-0.25).jsonNumber == "-0.25")
    }

    @Test func `numbers that no medium should have are valid JSON`() {
        #expect(1e300.jsonNumber == "1e+300" && (-1e300).jsonNumber == "-1e+300")
        #expect(Double.infinity.jsonNumber == "null" && Double.nan.jsonNumber == "null")
    }

    @Test func `only what must be escaped is`() {
        #expect("plain 雪 é".jsonQuoted == #""plain 雪 é""#)
        #expect("\"\\\n\r\t\u{1}\u{1B}\u{7F}".jsonQuoted == #""\"\\\n\r\t\u0001\u001b\u007f""#)
    }

    struct Sample: Sendable, CustomTestStringConvertible {
        var report: Report
        var line: String
        var testDescription: String { line }

        init(_ event: PlayerEvent, item: Int? = 1, _ line: String) {
            self.init(.event(event), item: item, line)
        }

        init(_ fact: Report.Fact, item: Int? = nil, _ line: String) {
            report = Report(time: .milliseconds(1500), item: item, fact: fact)
            self.line = line
        }
    }

    private static let device = AudioOutputDevice.ID(rawValue: "pulse/usb")

    static let lines: [Sample] = [
        Sample(
            .hello(version: "0.1.0", gstreamer: "1.22.0"),
            #"{"event":"hello","at":1.5,"version":"0.1.0","gstreamer":"1.22.0"}"#),
        Sample(
            .itemChanged(ItemChange(to: MediaItem(uri: "file:///a%20b"), reason: .load)),
            #"{"event":"itemChanged","at":1.5,"item":1,"uri":"file:///a%20b","reason":"load"}"#),
        Sample(
            .durationChanged(.seconds(4)),
            #"{"event":"durationChanged","at":1.5,"item":1,"duration":4}"#),
        Sample(.durationChanged(nil), #"{"event":"durationChanged","at":1.5,"item":1,"duration":null}"#),
        Sample(.ready, #"{"event":"ready","at":1.5,"item":1}"#),
        Sample(
            .statusChanged(from: .idle, to: .opening),
            #"{"event":"statusChanged","at":1.5,"item":1,"from":"idle","to":"opening"}"#),
        Sample(
            .positionChanged(.milliseconds(1250)),
            #"{"event":"positionChanged","at":1.5,"item":1,"position":1.25}"#),
        Sample(
            .subtitleChanged(
                SubtitleCue(
                    text: "two\nlines", start: .seconds(1), end: .milliseconds(2500),
                    track: Track.ID(rawValue: "subtitles-1"))),
            #"{"event":"subtitleChanged","at":1.5,"item":1,"text":"two\nlines","start":1,"end":2.5,"track":"subtitles-1"}"#
        ),
        Sample(.subtitleChanged(nil), #"{"event":"subtitleChanged","at":1.5,"item":1,"text":null}"#),
        Sample(.mutedChanged(true), item: nil, #"{"event":"mutedChanged","at":1.5,"isMuted":true}"#),
        Sample(.volumeChanged(0.5), item: nil, #"{"event":"volumeChanged","at":1.5,"volume":0.5}"#),
        Sample(
            .bandwidthChanged(1_250_000),
            #"{"event":"bandwidthChanged","at":1.5,"item":1,"bandwidth":1250000}"#),
        Sample(.bandwidthChanged(nil), #"{"event":"bandwidthChanged","at":1.5,"item":1,"bandwidth":null}"#),
        Sample(
            .aspectModeChanged(.fill), item: nil,
            #"{"event":"aspectModeChanged","at":1.5,"aspectMode":"fill"}"#),
        Sample(
            .audioDeviceChanged(AudioDeviceStatus(requested: device, lost: device)), item: nil,
            #"{"event":"audioDeviceChanged","at":1.5,"requested":"pulse/usb","active":null,"lost":"pulse/usb"}"#
        ),
        Sample(
            .warning(PlayerWarning("No display", hint: "set DISPLAY")),
            #"{"event":"warning","at":1.5,"item":1,"message":"No display","hint":"set DISPLAY"}"#),
        Sample(
            .warning(PlayerWarning("No segment", code: .missingText)),
            #"{"event":"warning","at":1.5,"item":1,"message":"No segment","code":"missingText"}"#),
        Sample(
            .warning(PlayerWarning("No display")),
            #"{"event":"warning","at":1.5,"item":1,"message":"No display"}"#),
        Sample(
            .error(
                PlayerError(
                    .httpStatus, "404", hint: "check it", uri: "http://h/", element: "souphttpsrc",
                    domain: "gst-resource-error-quark", domainCode: 3, isRecoverable: true)),
            #"{"event":"error","at":1.5,"item":1,"code":"httpStatus","message":"404","uri":"http://h/","#
                + #""element":"souphttpsrc","domain":"gst-resource-error-quark","domainCode":3,"isRecoverable":true,"#
                + #""hint":"check it"}"#),
        Sample(
            .error(PlayerError(.notFound, "No such file", uri: "file:///x")),
            #"{"event":"error","at":1.5,"item":1,"code":"notFound","message":"No such file","#
                + #""uri":"file:///x","domain":"playhead","domainCode":0,"isRecoverable":false}"#),
        Sample(
            .gap(
                MediaGap(
                    from: .seconds(2), to: .seconds(4),
                    cause: .missingSegment(uri: "http://h/2.ts", status: 404)
                )),
            #"{"event":"gap","at":1.5,"item":1,"start":2,"end":4,"cause":"missingSegment","uri":"http://h/2.ts","status":404}"#
        ),
        Sample(
            .gap(MediaGap(kind: .audio, from: .zero, to: .milliseconds(1500), cause: .damaged)),
            #"{"event":"gap","at":1.5,"item":1,"start":0,"end":1.5,"cause":"damaged","kind":"audio"}"#),
        Sample(.finished(.natural), #"{"event":"finished","at":1.5,"item":1,"reason":"natural"}"#),
        Sample(.finished(.stopped), #"{"event":"finished","at":1.5,"item":1,"reason":"stopped"}"#),
        Sample(.finished(.replaced), #"{"event":"finished","at":1.5,"item":1,"reason":"replaced"}"#),
        Sample(.finished(.error), #"{"event":"finished","at":1.5,"item":1,"reason":"error"}"#),
        Sample(.finished(.truncated), #"{"event":"finished","at":1.5,"item":1,"reason":"truncated"}"#),
        Sample(
            .summary(
                exitCode: 3,
                items: [
                    ItemRecord(
                        index: 0, uri: "a:b", outcome: .played, duration: .seconds(4),
                        played: .milliseconds(4010)),
                    ItemRecord(index: 1, uri: "c:d", outcome: .failed, duration: nil, played: .zero),
                ]),
            #"{"event":"summary","at":1.5,"exitCode":3,"items":["#
                + #"{"uri":"a:b","outcome":"played","duration":4,"played":4.01},"#
                + #"{"uri":"c:d","outcome":"failed","duration":null,"played":0}]}"#),
    ]
}
