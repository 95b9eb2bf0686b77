import PlayheadCore
import Testing

@Suite struct WindowTests {
    @Test(
        arguments: [
            ("1280x720", WindowGeometry(width: .pixels(1280), height: .pixels(720))),
            ("50%", WindowGeometry(width: .percent(50))),
            ("x480", WindowGeometry(height: .pixels(480))),
            ("+10-20%", WindowGeometry(x: .init(.pixels(10)), y: .init(.percent(20), isFromEnd: true))),
            (
                "640-0+0",
                WindowGeometry(
                    width: .pixels(640), x: .init(.pixels(0), isFromEnd: true), y: .init(.pixels(0)))
            ),
        ])
    func `a geometry is parsed`(text: String, geometry: WindowGeometry) {
        #expect(WindowGeometry(text) == geometry)
    }

    @Test(arguments: [
        "", "x", "0", "0x0", "1280x", "101%", "+10", "640+1", "1x1+1+1+1", "a", "640 x 480", "40000", "-1x5",
    ])
    func `anything else is no geometry`(text: String) { #expect(WindowGeometry(text) == nil) }

    private let screen = VideoSize(width: 1920, height: 1080)

    @Test func `a missing side follows from the shape of the video`() {
        let video = VideoSize(width: 400, height: 300)
        #expect(WindowGeometry("50%")?.size(of: video, on: screen) == VideoSize(width: 960, height: 720))
        #expect(WindowGeometry("x540")?.size(of: video, on: screen) == VideoSize(width: 720, height: 540))
        #expect(WindowGeometry("+1+1")?.size(of: video, on: screen) == nil)
    }

    @Test func `a video larger than the screen is made smaller in its shape, a small one stays`() {
        #expect(VideoSize(width: 3840, height: 1600).fitting(screen) == VideoSize(width: 1920, height: 800))
        #expect(VideoSize(width: 2, height: 40000).fitting(screen) == VideoSize(width: 1, height: 1080))
        #expect(VideoSize(width: 320, height: 180).fitting(screen) == VideoSize(width: 320, height: 180))
    }

    @Test func `positions count from the edges and percentages from the free space`() throws {
        let size = VideoSize(width: 920, height: 80)
        let centre = try #require(WindowGeometry("+50%+50%")?.origin(of: size, on: screen))
        #expect(centre == (500, 500))
        let corner = try #require(WindowGeometry("-10-0")?.origin(of: size, on: screen))
        #expect(corner == (990, 1000))
        #expect(WindowGeometry("50%")?.origin(of: size, on: screen) == nil)
    }

    @Test func `each sequence of events gets all events, and ends with the window`() async {
        var window: PlayerWindow? = PlayerWindow()
        #expect(window?.send(.closeRequested) == false)
        let (one, other) = (window?.events, window?.events)
        #expect(window?.send(.key("f")) == true)
        window?.isFullscreen = true
        window?.isFullscreen = true
        window = nil
        for events in [one, other] {
            var found: [WindowEvent] = []
            if let events { for await event in events { found.append(event) } }
            #expect(found == [.key("f"), .fullscreenChanged(true)])
        }
    }
}
