import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import GStreamer
@testable import PlayheadPipeline
@testable import TestBasics
@testable import TestSupport

/// Rotated and mirrored video: the tracks, the size and the report of an inspection agree.
@Suite(.timeLimit(.minutes(2)))
struct OrientationTests {
    struct Turn: CustomTestStringConvertible {
        var testDescription: String
        var rotation: Int
        var isMirrored: Bool
        /// a, b, c and d of the matrix in an MP4 file.
        var matrix: [Int32] = []
        var yaw: Float = 0
        var roll: Float = 0
    }

    private func check(_ item: MediaItem, _ turn: Turn, _ upright: VideoSize) async throws {
        let size =
            turn.rotation % 180 == 0 ? upright : VideoSize(width: upright.height, height: upright.width)
        let inspection = await MediaInspector(jobs: 1).inspect(item)
        let track = try #require(inspection.tracks.first)
        #expect(track.video?.rotation == turn.rotation && track.video?.isMirrored == turn.isMirrored)
        #expect(track.size == size)
        let player = Player(configuration: .silent)
        player.load(item)
        try await player.waitUntil(.ready)
        #expect(player.tracks.first == track)
        #expect(player.snapshot.videoSize == size)
        let orientation = try await player.pipeline.seen { $0.metadata.collector.orientation ?? .upright }
        #expect(orientation == PictureOrientation(rotation: turn.rotation, isMirrored: turn.isMirrored))
        await player.close()
    }

    static let matrices = [
        Turn(testDescription: "upright", rotation: 0, isMirrored: false, matrix: [1, 0, 0, 1]),
        Turn(testDescription: "clockwise", rotation: 90, isMirrored: false, matrix: [0, 1, -1, 0]),
        Turn(testDescription: "upside down", rotation: 180, isMirrored: false, matrix: [-1, 0, 0, -1]),
        Turn(testDescription: "counter-clockwise", rotation: 270, isMirrored: false, matrix: [0, -1, 1, 0]),
        Turn(testDescription: "mirrored left-right", rotation: 0, isMirrored: true, matrix: [-1, 0, 0, 1]),
        Turn(testDescription: "mirrored top-bottom", rotation: 180, isMirrored: true, matrix: [1, 0, 0, -1]),
        Turn(testDescription: "transposed", rotation: 270, isMirrored: true, matrix: [0, 1, 1, 0]),
        Turn(testDescription: "mirrored, clockwise", rotation: 90, isMirrored: true, matrix: [0, -1, -1, 0]),
    ]

    @Test(arguments: matrices)
    func `4.5: the display matrix of an MP4 file is followed`(_ turn: Turn) async throws {
        var bytes = try Repository.bytes("media/video-only.mp4")
        let mark = Array("tkhd".utf8)
        let start = try #require(bytes.indices.first { Array(bytes[$0...].prefix(4)) == mark })
        // Version and flags, times, id, duration and more, in a box of version 0.
        let place = start + 4 + 40
        #expect(bytes[start + 4] == 0 && Array(bytes[place..<place + 4]) == [0, 1, 0, 0])
        for (index, value) in zip([0, 1, 3, 4], turn.matrix) {
            let word = UInt32(bitPattern: value << 16)
            for byte in 0..<4 {
                bytes[place + index * 4 + byte] = UInt8(truncatingIfNeeded: word >> (24 - 8 * byte))
            }
        }
        let folder = try TemporaryFolder()
        let item = MediaItem(path: try folder.write(Data(bytes), to: "turned.mp4"))
        let sample = try Samples.named("video-only").video
        try await check(
            item, turn, VideoSize(width: try #require(sample?.width), height: try #require(sample?.height)))
    }

    static let poses = [
        Turn(testDescription: "upright", rotation: 0, isMirrored: false),
        Turn(testDescription: "counter-clockwise", rotation: 270, isMirrored: false, roll: 90),
        Turn(testDescription: "clockwise", rotation: 90, isMirrored: false, roll: -90),
        Turn(testDescription: "upside down", rotation: 180, isMirrored: false, roll: 180),
        Turn(testDescription: "mirrored", rotation: 0, isMirrored: true, yaw: 180),
        Turn(testDescription: "mirrored, clockwise", rotation: 90, isMirrored: true, yaw: -180, roll: -90),
        Turn(testDescription: "mirrored, upside down", rotation: 180, isMirrored: true, yaw: 180, roll: -180),
    ]

    @Test(arguments: poses)
    func `4.5: the projection of a Matroska file is followed`(_ turn: Turn) async throws {
        let bytes = MatroskaProjection.insert(
            yaw: turn.yaw, roll: turn.roll, into: try Repository.bytes("media/chapters.mkv"))
        let folder = try TemporaryFolder()
        let path = try folder.write(Data(bytes), to: "turned.mkv")
        let size = VideoSize(width: 320, height: 180)
        try await check(MediaItem(path: path), turn, size)
        let server = try await MediaServer(folder: folder.path)
        try await check(MediaItem(uri: server.address(of: "turned.mkv")), turn, size)
        await server.close()
    }

    @Test func `a projection onto a sphere, or one with a pitch, is no orientation`() async throws {
        let folder = try TemporaryFolder()
        let film = try Repository.bytes("media/chapters.mkv")
        let round = MatroskaProjection.insert(yaw: 0, roll: 90, type: 1, into: film)
        let pitched = MatroskaProjection.insert(yaw: 0, pitch: 20, roll: 90, into: film)
        let oblique = MatroskaProjection.insert(yaw: 0, roll: 30, into: film)
        for (name, bytes) in [("round", round), ("pitched", pitched), ("oblique", oblique)] {
            let path = try folder.write(Data(bytes), to: "\(name).mkv")
            let track = await MediaInspector(jobs: 1).inspect(MediaItem(path: path)).tracks.first
            #expect(track?.video?.rotation == 0 && track?.video?.isMirrored == false, "\(name)")
        }
    }
}
