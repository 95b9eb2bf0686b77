import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import PlayheadCore
@testable import TestBasics
@testable import TestSupport

/// What lies beside fragments of MP4 whose pictures are decoded in another order than they are shown.
@Suite(.timeLimit(.minutes(1)))
struct FragmentTextTests {
    private static let master = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="t",NAME="English",DEFAULT=YES,AUTOSELECT=YES,URI="texts.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=120000,CODECS="avc1.4d400c",SUBTITLES="t"
        pictures.m3u8
        """
    private static let masterWithSound = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",DEFAULT=YES,URI="sound.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=180000,CODECS="avc1.4d400c,mp4a.40.2",AUDIO="a"
        pictures.m3u8
        """
    private static let head = "#EXTM3U\n#EXT-X-TARGETDURATION:8\n#EXT-X-PLAYLIST-TYPE:VOD\n"
    private static let text = """
        WEBVTT
        X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0

        00:01.000 --> 00:02.000
        One

        """

    /// The beginning of a container whose pictures are shown so much earlier than their times say.
    private func beginning(earlier ticks: Int) throws -> Data {
        var movie = try Data(contentsOf: Samples.directory.appending(path: "dash/init-0.m4s"))
        let list = try #require(movie.range(of: Data("elst".utf8))).upperBound
        // Behind the version, the number of edits, and the length of the first.
        let place = list + 12
        movie.replaceSubrange(place..<place + 4, with: (0..<4).map { UInt8(ticks >> (24 - 8 * $0) & 0xFF) })
        return movie
    }

    /// Writes pictures that are shown so much earlier than their times say, in parts.
    private func writePictures(_ folder: TemporaryFolder, earlier ticks: Int) throws {
        try beginning(earlier: ticks).write(to: folder.url.appending(path: "init.mp4"))
        for number in 1...4 {
            try FileManager.default.copyItem(
                at: Samples.directory.appending(path: "dash/0-\(number).m4s"),
                to: folder.url.appending(path: "\(number).m4s"))
        }
        let parts = (1...4).map { "#EXTINF:2,\n\($0).m4s\n" }.joined()
        try folder.write("\(Self.head)#EXT-X-MAP:URI=\"init.mp4\"\n\(parts)", to: "pictures.m3u8")
    }

    @Test(arguments: [0, 1024])
    func `subtitles beside fragments follow the edit list of the video`(_ ticks: Int) async throws {
        let folder = try TemporaryFolder()
        try writePictures(folder, earlier: ticks)
        try folder.write("\(Self.head)#EXTINF:8,\ntexts.vtt\n", to: "texts.m3u8")
        try folder.write(Self.text, to: "texts.vtt")
        try folder.write(Self.master, to: "master.m3u8")
        let server = try await MediaServer(folder: folder.path)
        let found = try await MediaItem(uri: server.address(of: "master.m3u8")).subtitles()
        let cue = try #require(found.first?.cues.first)
        // The first picture is where the timeline begins.
        let late = Duration.seconds(1) * (Double(ticks) / 12800)
        #expect(cue.start == .seconds(1) + late && cue.end == .seconds(2) + late && cue.text == "One")
        await server.close()
    }

    @Test func `audio in separate fragments follows the edit list of the video`() async throws {
        var first: [Duration] = []
        for ticks in [0, 1024] {
            let folder = try TemporaryFolder()
            try writePictures(folder, earlier: ticks)
            let samples = Samples.directory.appending(path: "dash")
            for name in ["init-2.m4s"] + (1...4).map({ "2-\($0).m4s" }) {
                try FileManager.default.copyItem(
                    at: samples.appending(path: name), to: folder.url.appending(path: name))
            }
            let parts = (1...4).map { "#EXTINF:2,\n2-\($0).m4s\n" }.joined()
            try folder.write("\(Self.head)#EXT-X-MAP:URI=\"init-2.m4s\"\n\(parts)", to: "sound.m3u8")
            try folder.write(Self.masterWithSound, to: "master.m3u8")
            let server = try await MediaServer(folder: folder.path)
            var configuration = PlayerConfiguration.silent
            configuration.clock = .virtual
            let player = Player(configuration: configuration)
            player.load(MediaItem(uri: server.address(of: "master.m3u8")))
            try await player.waitUntil(.ready)
            let tap = try OutputTap(.audio, of: player)
            _ = await player.seek(to: .seconds(5))
            tap.forget()
            _ = await player.seek(to: .zero)
            let starts = tap.arrivals.compactMap(\.start)
            first.append(try #require(starts.first))
            player.play()
            #expect(try await player.waitForEnd() == .natural)
            await player.close()
            await server.close()
        }
        #expect(abs((first[1] - first[0] - .milliseconds(80)) / .milliseconds(1)) < 1, "\(first)")
    }
}
