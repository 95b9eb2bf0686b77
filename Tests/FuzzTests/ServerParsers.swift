import TestBasics

@testable import PlayheadCheck
@testable import PlayheadServer

/// The documents of tests, and what the media server is asked for.
enum ServerParsers {
    static let all: [FuzzedParser] = [
        FuzzedParser("YAML", isText: true, try documents) { bytes in
            guard let root = try Document(text: String(decoding: bytes, as: UTF8.self)).root() else { return }
            _ = root.text
        },
        FuzzedParser("fault plan", isText: true, try documents) { bytes in
            let plan = try FaultPlan(text: String(decoding: bytes, as: UTF8.self))
            let source = try StreamSource("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na.ts", at: "a.m3u8")
            for (name, stream) in plan.streams {
                for shift in [0, 7, .max, .min] {
                    let window = LiveWindow(of: stream, from: source, at: .seconds(60), movedBy: shift)
                    if window.listed.count < 100 {
                        _ = window.playlist(of: stream, from: source, named: name)
                    }
                }
            }
        },
        FuzzedParser("scenario", isText: true, try documents) { bytes in
            _ = try Scenario(text: String(decoding: bytes, as: UTF8.self))
        },
        FuzzedParser("source of a live stream", isText: true, try playlists) { bytes in
            _ = try StreamSource(String(decoding: bytes, as: UTF8.self), at: "a/b.m3u8")
        },
        FuzzedParser("request", isText: true, requests) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            for size in [0, 1000, Int.max] { _ = ByteRange(text, of: size) }
            _ = RequestTarget(text)
            _ = PathPattern(text).matches("a/b/c.ts")
            _ = PathPattern("a/**/*.ts").matches(text)
        },
    ]

    private static var documents: [[UInt8]] {
        get throws {
            try Seeds.files(
                "scenarios/faults/cut.yaml", "scenarios/faults/headers.yaml", "scenarios/faults/rate.yaml",
                "scenarios/faults/redirect.yaml", "scenarios/faults/stall.yaml",
                "scenarios/faults/window-moves.yaml",
                "scenarios/faults/requires.yaml", "scenarios/kinds/texts.yaml", "scenarios/kinds/voices.yaml")
                + Seeds.texts(
                    "streams:\n  a.m3u8: {source: b.m3u8, window: all, startsWith: 2, firstSequence: 7, segmentCount: 9, end: stale}\n",
                    "rules:\n- path: \"*.ts\"\n  times: [1, 3-5]\n  delay: 250 ms\n  rate: 1 MB/s\n- {path: a, status: 503, after: 2s}\n",
                    "a: &x [1, 'two', \"thr\\u00e9e\\n\"]\nb: *x\nc: |-\n  text\n  more\nd: >+\n  fold\n\n? {e: f}\n: !!str g\n---\nh\n...\n"
                )
        }
    }

    private static var playlists: [[UInt8]] {
        get throws {
            try Seeds.media("hls-ts/low.m3u8", "hls-fmp4/main.m3u8", "hls-kinds/discontinuities.m3u8")
        }
    }

    private static let requests = Seeds.texts(
        "bytes=0-99", "bytes=-5", "bytes=100-", "/a/b%20c?d=e", "http://host:80/a/../b", "*.m3u8",
        "a/**/b?[c]*.ts")
}
