import Foundation
import Kiosk
import Playhead
import PlayheadExpectations
import PlayheadTesting
import Testing

@Suite(.playback(.virtual), .timeLimit(.minutes(1)))
struct KioskTests {
    static let media = URL(filePath: #filePath).appending(path: "../../../../../media").standardized.path
    let film = MediaItem(path: media + "/av-h264-aac.mp4")
    let tone = MediaItem(path: media + "/tone.wav")
    let missing = MediaItem(path: media + "/missing.mp4")

    @Test func `plays one film after another, and begins again`() async throws {
        let player = try Player.current
        let recorder = player.recordEvents()
        let kiosk = Kiosk(player: player, films: [film, tone])
        kiosk.open()
        for item in [film, tone, film] {
            try await recorder.next(.item(item))
            try await recorder.next(.finished(.natural))
        }
        recorder.expect(never: .stall)
        #expect(kiosk.notice == nil)
    }

    @Test func `passes over a film that is missing, and says so`() async throws {
        let player = try Player.current
        let recorder = player.recordEvents()
        let kiosk = Kiosk(player: player, films: [missing, tone])
        kiosk.open()
        try await recorder.next(.error(.notFound))
        #expect(kiosk.notice?.hasPrefix("Out of order") == true)
        try await recorder.next(.playing)
        recorder.expect(inOrder: .item(missing), .error(.notFound), .item(tone), .playing)
        #expect(kiosk.notice == nil)
    }

    @Test(.playback(fake: FakeScript { $0.stalls = [.init(at: .seconds(3), for: .seconds(2))] }))
    func `asks for a moment while the film does not come`() async throws {
        let player = try Player.current
        let recorder = player.recordEvents()
        let kiosk = Kiosk(player: player, films: [film])
        kiosk.open()
        try await recorder.next(.stall)
        #expect(kiosk.notice == "One moment, please")
        try await recorder.next(.playing)
        #expect(kiosk.notice == nil)
    }
}
