import TestSupport
import Testing

@testable import PlayheadCheck
@testable import TestBasics

@Suite struct `A playlist` {
    @Test func `names its variants and renditions`() throws {
        let playlist = Playlist(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English, loud",URI="audio/en.m3u8"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",URI="text.m3u8"
            #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="none",INSTREAM-ID="CC1"
            #EXT-X-STREAM-INF:BANDWIDTH=140000,CODECS="avc1.4d400b,mp4a.40.2",RESOLUTION=160x90
            low.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=180000

            http://other/high.m3u8
            """, at: "file:///media/hls/master.m3u8")
        #expect(
            playlist
                == .variants([
                    .init(
                        name: "rendition audio English, loud", address: "file:///media/hls/audio/en.m3u8"),
                    .init(name: "rendition subtitles English", address: nil),
                    .init(name: "variant low.m3u8 160x90 140000", address: "file:///media/hls/low.m3u8"),
                    .init(name: "variant http://other/high.m3u8 180000", address: "http://other/high.m3u8"),
                ]))
    }

    @Test func `of segments has none`() throws {
        let text = try Repository.text("media/hls-ts/low.m3u8")
        #expect(Playlist(text, at: "file:///low.m3u8") == .none)
    }
}
