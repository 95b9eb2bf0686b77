import Foundation
import Playhead
import PlayheadTesting
import Testing

@testable import MediaFormats
@testable import PlayheadPipeline
@testable import TestBasics
@testable import TestSupport

/// Streams of data, which nothing presents.
@Suite(.timeLimit(.minutes(2)))
struct DataStreamTests {
    /// A transport stream with another stream, of the PID 0x102, with this entry in the map.
    private func file(_ name: String, entry: [UInt8], in folder: TemporaryFolder) throws -> MediaItem {
        let source = Samples.directory.appending(path: "hls-ts/high-0.ts")
        let packets = Array(try Data(contentsOf: source))
        var data = TransportPackets()
        data.write(tag: [UInt8](repeating: 0x5A, count: 40), at: 2_000_000_000)
        var output: [UInt8] = []
        for start in stride(from: 0, to: packets.count, by: 188) {
            var packet = Array(packets[start..<start + 188])
            // The map of ffmpeg, behind the pointer.
            let isMap = packet[1] & 0x1F == 0x10 && packet[2] == 0 && packet[5] == 2
            if isMap {
                let end = 8 + Int(packet[7])
                var section = Array(packet[5..<end - 4]) + entry
                section[2] = UInt8(section.count + 1)
                let checksum = CRC32MPEG.checksum(section[...])
                section += (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (24 - 8 * $0)) }
                packet.replaceSubrange(5..<5 + section.count, with: section)
            }
            output += packet
            if isMap { output += data.bytes }
        }
        let url = folder.url.appending(path: name)
        try Data(output).write(to: url)
        return MediaItem(path: url.path)
    }

    private func warnings(of item: MediaItem) async throws -> [PlayerWarning] {
        let player = Player(configuration: .silent)
        let log = EventLog()
        player.addObserver(log)
        player.load(item, autoplay: true)
        #expect(try await player.waitForEnd() == .natural)
        await player.close()
        return log.events.compactMap { if case .warning(let warning) = $0 { warning } else { nil } }
    }

    @Test func `4.6: telemetry in a file gives no warning, and the inspector does not list it`() async throws
    {
        let folder = try TemporaryFolder()
        let item = try file(
            "klv.ts", entry: [0x06, 0xE1, 0x02, 0xF0, 6, 0x05, 4] + Array("KLVA".utf8), in: folder)
        #expect(try await warnings(of: item) == [])
        let inspection = await MediaInspector().inspect(item)
        #expect(inspection.isPlayable && inspection.missing.isEmpty)
        #expect(inspection.tracks.map(\.id.rawValue) == ["video-1", "audio-1"])
    }

    @Test func `4.6: subtitles without a decoder give a warning, and the inspector lists them`() async throws
    {
        let folder = try TemporaryFolder()
        let teletext: [UInt8] = [0x06, 0xE1, 0x02, 0xF0, 7, 0x56, 5] + Array("eng".utf8) + [0x09, 0xFF]
        let item = try file("teletext.ts", entry: teletext, in: folder)
        let warnings = try await warnings(of: item)
        #expect(warnings.map(\.message) == ["No plug-in is installed for Teletext decoder"])
        #expect(warnings.map(\.hint) == ["no Debian package is known to bring a decoder for it"])
        let inspection = await MediaInspector().inspect(item)
        #expect(inspection.isPlayable && inspection.missing.map(\.what) == ["Teletext decoder"])
    }

    @Test(arguments: [
        ("decoder-video/x-h266", true), ("decoder-audio/x-sony, layer=(int)1", true),
        ("decoder-image/jxl", true), ("decoder-subpicture/x-xsub", true), ("decoder-text/x-usf", true),
        ("decoder-application/x-subtitle-unknown", true), ("decoder-application/x-teletext", true),
        ("urisource-rtsp", true), ("element-x", true), ("decoder-meta/x-klv, parsed=(boolean)true", false),
        ("decoder-application/x-gpmd", false), ("decoder-application/x-scte-35", false),
        ("decoder-unknown/x-unknown", false), ("decoder-private/x-data", false),
        ("decoder-application/mxf", false),
    ])
    func `missing plug-ins are for tracks or for data`(caps: String, isForTrack: Bool) {
        #expect(PluginRequest(describing: "x", caps: caps).isForTrack == isForTrack)
    }

    @Test func `data is named only if nothing else is missing`() {
        let requests = ["decoder-meta/x-klv", "decoder-video/x-h266"].map {
            PluginRequest(describing: $0, caps: $0)
        }
        #expect(requests.ofTracks == [requests[1]])
        #expect(Array(requests.prefix(1)).ofTracks == [requests[0]])
    }
}
