@testable import AdaptiveStreaming
@testable import PlayheadCore

extension HLSPlaylist {
    static func of(_ text: String, limits: HLSLimits = HLSLimits()) throws(HLSError) -> HLSPlaylist {
        try parse(Array(text.utf8), limits: limits)
    }
}

extension MediaPlaylist {
    /// Of lines behind the header.
    static func of(_ lines: String, address: String = "", imported: [String: String]? = nil) throws(HLSError)
        -> MediaPlaylist
    {
        let bytes = Array("#EXTM3U\n\(lines)".utf8)
        guard case .media(let playlist) = try HLSPlaylist.parse(bytes, address: address, imported: imported)
        else {
            throw HLSError(.malformed, "not of media")
        }
        return playlist
    }
}

extension MultivariantPlaylist {
    static func of(_ lines: String) throws(HLSError) -> MultivariantPlaylist {
        guard case .multivariant(let playlist) = try HLSPlaylist.of("#EXTM3U\n\(lines)") else {
            throw HLSError(.malformed, "not of variants")
        }
        return playlist
    }
}

/// A playlist with a bit of everything.
enum HLSSample {
    static let media = """
        #EXT-X-VERSION:9
        #EXT-X-TARGETDURATION:6
        #EXT-X-MEDIA-SEQUENCE:7
        #EXT-X-DISCONTINUITY-SEQUENCE:2
        #EXT-X-PLAYLIST-TYPE:EVENT
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-START:TIME-OFFSET=-12.5,PRECISE=YES
        #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,HOLD-BACK=18,CAN-SKIP-UNTIL=36,PART-HOLD-BACK=3
        #EXT-X-PART-INF:PART-TARGET=1
        #EXT-X-DEFINE:NAME="host",VALUE="https://a.example"
        #EXT-X-KEY:METHOD=AES-128,URI="{$host}/key",IV=0x0102
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://x",KEYFORMAT="com.apple.streamingkeydelivery"
        #EXT-X-MAP:URI="init.mp4",BYTERANGE="700@20"
        #EXT-X-PROGRAM-DATE-TIME:2024-02-29T23:59:58.250+01:00
        #EXT-X-BITRATE:1200
        #EXTINF:5.96,a title, with a comma
        {$host}/a.m4s?x={y}
        #EXTINF:6
        #EXT-X-BYTERANGE:1000
        b.m4s
        #EXT-X-BYTERANGE:500
        #EXTINF:6.0,
        b.m4s
        #EXT-X-KEY:METHOD=NONE
        #EXT-X-DISCONTINUITY
        #EXT-X-GAP
        #EXTINF:2.5,
        c.m4s
        #EXT-X-DATERANGE:ID="ad",CLASS="x",START-DATE="2024-02-29T23:00:00Z",END-DATE="2024-02-29T23:00:15Z"
        #EXT-X-PART:DURATION=1,URI="d.0.m4s"
        #EXT-X-PRELOAD-HINT:TYPE=PART,URI="d.1.m4s"
        #EXT-X-RENDITION-REPORT:URI="../o.m3u8",LAST-MSN=10
        #EXT-X-OF-TOMORROW:1
        # a remark
        #EXTINF:3,

        """

    static let multivariant = """
        #EXT-X-VERSION:6
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-DEFINE:NAME="v",VALUE="1"
        #EXT-X-SESSION-DATA:DATA-ID="title",VALUE="A film",LANGUAGE="en"
        #EXT-X-SESSION-KEY:METHOD=AES-128,URI="k"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="English, stereo",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="en.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="Deutsch",LANGUAGE="de",AUTOSELECT=YES,URI="de.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="ac3",NAME="English",LANGUAGE="en",URI="en-ac3.m3u8"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="txt",NAME="Forced",LANGUAGE="en",FORCED=YES,CHARACTERISTICS="a.b,c.d",URI="t{$v}.m3u8"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="txt",NAME="None"
        #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="CC",INSTREAM-ID="CC1"
        #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="alone",NAME="Camera 2",URI="cam.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1500000,CODECS="avc1.4d401f, mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=29.97,AUDIO="aac",SUBTITLES="txt",CLOSED-CAPTIONS="cc",VIDEO-RANGE=SDR
        hd.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=600000,CODECS="avc1.4d400b,mp4a.40.2",RESOLUTION=640x360,AUDIO="aac",VIDEO="missing",CLOSED-CAPTIONS=NONE
        sd.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=600000,CODECS="avc1.4d400b,mp4a.40.2",RESOLUTION=640x360,AUDIO="aac"
        http://other/sd.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=2300000,CODECS="avc1.4d401f,ac-3",RESOLUTION=1280x720,AUDIO="ac3"
        hd.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.2",AUDIO="aac"
        sound.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,RESOLUTION=640x360,URI="i.m3u8"

        """
}
