import MediaFormats
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import AdaptiveStreaming
@testable import PlayheadCore
@testable import PlayheadNetwork
@testable import PlayheadStreaming
@testable import TestBasics
@testable import TestSupport

/// What streams say of times: intervals of playlists, tags of ID3, event messages.
@Suite struct StreamMetadataTests {
    private func playlist(_ lines: String) throws -> MediaPlaylist {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(lines)"
        guard case .media(let playlist) = try HLSPlaylist.parse(Array(text.utf8), limits: HLSLimits()) else {
            throw HLSError(.malformed, "no media playlist")
        }
        return playlist
    }

    private func played(_ resources: [String: [UInt8]], _ item: String) throws -> StreamMetadataLog {
        var driver = try EngineDriver(resources, item: item)
        driver.play()
        #expect(driver.error == nil, "\(String(describing: driver.error))")
        return driver.engine.metadata
    }

    // MARK: Intervals

    @Test func `date ranges are placed by the dates of segments, and updated by later playlists`() throws {
        let segments = """
            #EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z
            #EXTINF:4,
            a
            #EXT-X-DISCONTINUITY
            #EXT-X-PROGRAM-DATE-TIME:2024-01-01T01:00:00Z
            #EXTINF:4,
            b
            """
        var timeline = PlaylistTimeline()
        var log = StreamMetadataLog()
        let first = try playlist(
            """
            #EXT-X-DATERANGE:ID="ad",CLASS="x",START-DATE="2024-01-01T01:00:01.5Z",PLANNED-DURATION=2,X-URL="http://a",SCTE35-OUT=0xFC
            #EXT-X-DATERANGE:ID="show",START-DATE="2024-01-01T00:00:01Z",DURATION=2
            \(segments)
            """)
        timeline.take(first)
        log.take(first.dateRanges, on: timeline)
        #expect(log.entries.map(\.start) == [1_000_000_000, 5_500_000_000])
        #expect(log.entries.map(\.end) == [3_000_000_000, nil])
        guard case .dateRange(let range)? = log.entries.last?.content else { return #expect(Bool(false)) }
        #expect(
            range.attributes == ["X-URL": "http://a", "SCTE35-OUT": "0xFC"]
                && range.plannedDuration == .seconds(2))
        let second = try playlist(
            "#EXT-X-DATERANGE:ID=\"ad\",CLASS=\"x\",START-DATE=\"2024-01-01T01:00:01.5Z\",END-DATE=\"2024-01-01T01:00:02.5Z\"\n\(segments)"
        )
        log.take(second.dateRanges, on: timeline)
        #expect(log.entries.map(\.end) == [3_000_000_000, 6_500_000_000])
    }

    @Test func `a date range with END-ON-NEXT ends at the next one of its class`() throws {
        let list = try playlist(
            """
            #EXT-X-DATERANGE:ID="1",CLASS="song",START-DATE="2024-01-01T00:00:01Z",END-ON-NEXT=YES
            #EXT-X-DATERANGE:ID="2",CLASS="other",START-DATE="2024-01-01T00:00:02Z"
            #EXT-X-DATERANGE:ID="3",CLASS="song",START-DATE="2024-01-01T00:00:03Z",END-ON-NEXT=YES
            #EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z
            #EXTINF:4,
            a
            """)
        var timeline = PlaylistTimeline()
        timeline.take(list)
        var log = StreamMetadataLog()
        log.take(list.dateRanges, on: timeline)
        #expect(log.entries.map(\.end) == [3_000_000_000, nil, nil])
        var undated = StreamMetadataLog()
        undated.take(list.dateRanges, on: PlaylistTimeline())
        #expect(undated.entries.isEmpty)
    }

    // MARK: Messages

    private func message(_ time: Int64, id: UInt32?, size: Int = 1) -> TimedMetadata {
        var message = TimedMetadata(scheme: "s", time: time, data: [UInt8](repeating: 7, count: size))
        (message.id, message.duration) = (id, 5)
        return message
    }

    @Test func `repeated messages are kept once`() {
        var log = StreamMetadataLog()
        for (time, id, shift) in [
            (20, 1, 5), (20, 1, 5), (90, 1, 5), (3, 2, 5), (25, nil, 0), (20, nil, 5), (20, nil, 6),
        ]
            as [(Int64, UInt32?, Int64)]
        {
            log.take(message(time, id: id), shift: shift)
        }
        #expect(log.entries.map(\.start) == [8, 25, 25, 26] && log.entries.map(\.end) == [13, 30, 30, 31])
    }

    @Test func `the metadata log is bounded and keeps the latest entries`() {
        var log = StreamMetadataLog()
        for number in 0..<3000 { log.take(message(Int64(number), id: UInt32(number)), shift: 0) }
        #expect(log.entries.count == StreamMetadataLog.most && log.entries.last?.start == 2999)
        for number in 3000..<3040 {
            log.take(message(Int64(number), id: UInt32(number), size: 1 << 20), shift: 0)
        }
        #expect(log.entries.count == 7 && log.entries.last?.start == 3039)
    }

    // MARK: In segments

    private static let tag: [UInt8] =
        Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 14] + Array("TIT2".utf8) + [0, 0, 0, 4, 0, 0, 3]
        + Array("one".utf8)

    private static func list(_ lines: String) -> [UInt8] {
        Array("#EXTM3U\n#EXT-X-TARGETDURATION:2\n\(lines)\n#EXT-X-ENDLIST\n".utf8)
    }

    @Test func `ID3 tags in transport streams are on the timeline of the video frames`() throws {
        var demuxer = TransportStreamDemuxer()
        let source = try Repository.bytes("media/hls-ts/low-0.ts")
        let outputs = try demuxer.append(source[...]) + demuxer.finishSegment()
        var video = -1
        var samples: [(number: Int, sample: MediaSample)] = []
        for output in outputs {
            if case .streams(let streams) = output {
                video = streams.first { $0.format.kind == .video }?.number ?? -1
            }
            if case .sample(let number, let sample) = output { samples.append((number, sample)) }
        }
        let start = try #require(samples.map(\.sample.presentationTime).min())
        var packets = TransportPackets()
        packets.tables(metadata: true)
        for (place, entry) in samples.enumerated() {
            if place == 20 { packets.write(tag: Self.tag, at: start + 500_000_000) }
            packets.write(Array(entry.sample.data), entry.sample, isVideo: entry.number == video)
        }
        // The second segment is the first one again, behind a discontinuity: its times are others.
        let lines = "#EXTINF:2,\na\n#EXT-X-DISCONTINUITY\n#EXTINF:2,\na"
        let log = try played(["a": packets.bytes, "l": Self.list(lines)], "l")
        #expect(log.entries.count == 2)
        for (entry, wanted) in zip(log.entries, [500_000_000, 2_500_000_000]) {
            #expect(abs(entry.start - Int64(wanted)) < 1_000_000)
            guard case .message(let message) = entry.content else { continue }
            #expect(
                message.scheme == "ID3" && ID3Tag(message.data[...])?.frames.first?.value == .text(["one"]))
        }
    }

    @Test func `ID3 tags in packed audio are kept, except the timestamp of the segment`() throws {
        let encryptor = SampleEncryptor(key: [], vector: [])
        let source = try Repository.bytes("media/hls-ts/low-0.ts")
        let audio = try encryptor.packedAudio(source, isEncrypted: false)
        let lines = "#EXTINF:2,\na"
        #expect(try played(["a": audio, "l": Self.list(lines)], "l").entries.isEmpty)
        let size = try #require(ID3Tag.size(audio[...]))
        let tagged = Array(audio[..<size]) + Self.tag + Array(audio[size...])
        let log = try played(["a": tagged, "l": Self.list(lines)], "l")
        #expect(log.entries.count == 1 && abs(log.entries.first?.start ?? .max) < 30_000_000)
    }

    @Test func `event messages that several segments repeat are kept once`() throws {
        func event(_ id: UInt8) -> [UInt8] {
            TextFragments.box(
                "emsg", [0, 0, 0, 0], Array("urn:x\0v\0".utf8), [0, 0, 3, 0xE8], [0, 0, 1, 0xF4],
                [0, 0, 0, 100],
                [0, 0, 0, id], Array("hello".utf8))
        }
        let resources = [
            "init": try Repository.bytes("media/dash/init-0.m4s"),
            "1": event(1) + event(2) + (try Repository.bytes("media/dash/0-1.m4s")),
            "2": event(2) + (try Repository.bytes("media/dash/0-2.m4s")),
            "l": Self.list("#EXT-X-MAP:URI=\"init\"\n#EXTINF:2,\n1\n#EXTINF:2,\n2"),
        ]
        let log = try played(resources, "l")
        #expect(log.entries.map(\.start) == [500_000_000, 500_000_000])
        #expect(log.entries.map(\.end) == [600_000_000, 600_000_000])
        guard case .message(let message)? = log.entries.first?.content else { return #expect(Bool(false)) }
        #expect(message.scheme == "urn:x" && message.value == "v" && message.data == Array("hello".utf8))
    }
}
