import TestBasics

@testable import AdaptiveStreaming
@testable import MediaFormats
@testable import PlayheadCore

/// Playlists, subtitles, markup and names.
enum TextParsers {
    static let all: [FuzzedParser] = [
        FuzzedParser("playlist", isText: true, playlists) { bytes in
            for base in ["/films/a.m3u", "https://host.test/a.xspf?b=c"] {
                _ = try? Playlist.parse(bytes, base: base)
            }
        },
        FuzzedParser("subtitles", isText: true, try subtitles) { bytes in
            _ = CueSchedule(try SubtitleDocument(bytes).cues)
        },
        FuzzedParser("subtitles in encodings", try encoded) { bytes in _ = try SubtitleDocument(bytes) },
        FuzzedParser("markup", isText: true, markups) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            (_, _) = (MarkupText.plain(text), MarkupText.escaped(text))
            (_, _) = (SubStationText.plain(text), SubStationText.withoutEscapes(text))
            _ = SubStationText.withoutDrawings(block: bytes)
        },
        FuzzedParser("TTML", isText: true, timedTexts) { bytes in
            _ = try MediaFormats.TTMLDocument(bytes[...])
        },
        FuzzedParser("names", isText: true, names) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            (_, _) = (LanguageTag.tag(for: text), TrackName(text))
            (_, _) = (HLSDate.read(text), HLSNumber.duration(text))
            (_, _) = (HLSNumber.signedDuration(text), CodecName(text))
            _ = PlaylistPlace.ending(of: text)
        },
    ]

    private static let playlists = Seeds.texts(
        """
        #EXTM3U
        #PLAYLIST:One
        #EXTINF:123.5 tvg-id="a" tvg-name="b, c",Artist - Title
        #EXTVLCOPT:start-time=10
        #EXTVLCOPT:stop-time=20.5
        ../b/c%20d.mp3
        #EXTINF:-1,Two
        http://host.test/live?x=1
        """,
        "[playlist]\nNumberOfEntries=2\nFile1=a.mp3\nTitle1=A\nLength1=12\nFile2=http://host.test/b\nLength2=-1\nVersion=2\n",
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <playlist version="1" xmlns="http://xspf.org/ns/0/" xml:base="../x/"><title>A &amp; B</title><trackList>
        <track><location>a.mp3</location><title>C</title><duration>12000</duration></track>
        <track><location>file:///b.ogg</location><!-- d --><creator><![CDATA[e]]></creator></track></trackList></playlist>
        """,
        """
        PERFORMER "A"
        TITLE "B"
        FILE "c.flac" WAVE
          TRACK 01 AUDIO
            TITLE "D"
            PREGAP 00:02:00
            INDEX 00 00:00:00
            INDEX 01 00:02:33
          TRACK 02 AUDIO
            INDEX 01 04:59:74
        """)

    private static var subtitles: [[UInt8]] {
        get throws {
            try Seeds.files("media/subtitles.srt", "media/hls-subtitles/english-0.vtt")
                + Seeds.texts(
                    "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n\nSTYLE\n::cue{}\n\n1\n00:01.500 --> 01:00:02.000 line:5%\n<v A>x <b>y</b>&amp;\n",
                    """
                    [Script Info]
                    Title: A
                    [V4+ Styles]
                    Format: Name, Fontname
                    [Events]
                    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
                    Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,{\\i1}One\\NTwo{\\p1}m 0 0 l 1 1{\\p0} three
                    """,
                    "1\n00:00:01,000 --> 00:00:02,000\n<font color=\"red\">{\\an8}A</font>\n\n2\n00:00:03,000 --> 00:00:04,5\nB\n"
                )
        }
    }

    private static var encoded: [[UInt8]] {
        get throws {
            let plain = try Repository.text("media/subtitles.srt")
            let wide = plain.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            let widest = plain.unicodeScalars.flatMap {
                [0, 0, UInt8($0.value >> 8 & 0xFF), UInt8($0.value & 0xFF)]
            }
            return [
                [0xFF, 0xFE] + wide, wide, [0, 0, 0xFE, 0xFF] + widest,
                Array(plain.utf8) + [0xE9, 0xE4, 0x80, 10],
                Array(plain.utf8) + [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 10, 0x83, 0x65, 0x83, 0x58, 10],
            ]
        }
    }

    private static let markups = Seeds.texts(
        "<i>a</i> &lt;b&gt; &#233; &#xE9; &nbsp; <c.d>e</c> <00:00:01.000>f",
        "{\\an8\\b1}a\\Nb\\hc{\\p1}m 0 0{\\p0}d",
        "1,0,Default,,0,0,0,,{\\pos(1,2)}text{\\p2}m 1 2 l 3 4")

    private static let timedTexts = Seeds.texts(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <tt xmlns="http://www.w3.org/ns/ttml" xml:lang="en" ttp:frameRate="25" ttp:frameRateMultiplier="1000 1001"
          ttp:tickRate="10000000" ttp:timeBase="smpte" ttp:dropMode="dropNTSC"><body begin="1s" timeContainer="seq"><div dur="90m">
        <p begin="00:00:01.5" end="00:00:02:12">One<br/>Two <span begin="500ms" tts:visibility="hidden">x</span></p>
        <p begin="10f" dur="20000000t" xml:space="preserve"> A &amp; &#x42; </p><set begin="1h"/></div></body></tt>
        """)

    private static let names = Seeds.texts(
        "de-Latn-AT", "English (forced)", "eng", "2026-02-28T23:59:59.987+01:30", "12.5", "-0.25",
        "avc1.640028",
        "mp4a.40.2", "hvc1.1.6.L93.B0", "audio:2", "a/b.tar.gz?c#d")
}
