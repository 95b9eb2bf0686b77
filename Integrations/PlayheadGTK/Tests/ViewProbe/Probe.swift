import CGTK
import Foundation
import Playhead
import PlayheadGTK

@MainActor struct Probe {
    private let renderer: PlayerView.Renderer
    private var mode = AspectMode.fit
    private let width: Int
    private let height: Int
    private let seconds: Double
    private let medium: String
    /// The format and the file of the picture; nil to play.
    private var picture: (format: PixelFormat?, output: String)?

    init?(arguments: [String]) {
        var rest = arguments[...]
        let command = rest.popFirst()
        guard let renderer = rest.popFirst().flatMap(PlayerView.Renderer.init) else { return nil }
        self.renderer = renderer
        if command == "show" {
            guard let mode = rest.popFirst().flatMap(AspectMode.init) else { return nil }
            self.mode = mode
        }
        let size = (rest.popFirst() ?? "").split(separator: "x").compactMap { Int($0) }
        guard size.count == 2 else { return nil }
        (width, height) = (size[0], size[1])
        let format = command == "show" ? rest.popFirst() : nil
        guard let seconds = rest.popFirst().flatMap(Double.init), let medium = rest.popFirst() else {
            return nil
        }
        (self.seconds, self.medium) = (seconds, medium)
        if command == "show" {
            guard let format, let output = rest.popFirst() else { return nil }
            picture = (format == "stored" ? nil : PixelFormat(rawValue: format), output)
        }
    }

    func run() async -> Int32 {
        var configuration = PlayerConfiguration()
        configuration.video = .none
        let player = Player(configuration: configuration)
        player.aspectMode = mode
        let view = PlayerView(player, renderer: renderer)
        let window = unsafe UnsafeMutableRawPointer(gtk_window_new())?.assumingMemoryBound(to: GtkWindow.self)
        unsafe gtk_window_set_decorated(window, 0)
        unsafe gtk_window_set_default_size(window, gint(width), gint(height))
        unsafe gtk_window_set_child(window, view.widget)
        unsafe gtk_window_present(window)
        do {
            if let picture { try await show(picture, in: view) } else { try await play(player, in: view) }
            unsafe gtk_window_destroy(window)
            await player.close()
            return 0
        } catch {
            print("\(error)")
            return 1
        }
    }

    private func play(_ player: Player, in view: PlayerView) async throws {
        let presented = Counter()
        let frames = player.videoFrames(buffering: 1000)
        let count = Task {
            for await picture in frames where !picture.isHeld { await presented.add(picture.lost) }
        }
        player.load(MediaItem(pathOrURI: medium), autoplay: true)
        for await isPlaying in player.values(of: \.state.isPlaying) where isPlaying || player.error != nil {
            break
        }
        if let error = player.error { throw error }
        let drawings = Drawings(view)
        let (before, clock) = (await presented.count, ContinuousClock().now)
        try await Task.sleep(for: .seconds(seconds))
        let time = (ContinuousClock().now - clock) / .seconds(1)
        print(
            "renderer \(renderer) presented \(await presented.count - before) drawn \(drawings.count)",
            "frames per second \(String(format: "%.1f", Double(drawings.count) / time))")
        count.cancel()
    }

    private func show(_ picture: (format: PixelFormat?, output: String), in view: PlayerView) async throws {
        let times = [Duration.seconds(seconds)]
        for try await frame in MediaReader(MediaItem(pathOrURI: medium)).frames(
            at: times, format: picture.format)
        {
            print("frame \(frame.format) \(frame.displaySize.width)x\(frame.displaySize.height)")
            view.show(frame)
        }
        unsafe try await untilDrawn(view.widget)
        try unsafe Data(pixels(of: view.widget)).write(to: URL(filePath: picture.output))
    }

    /// Waits until the frame clock of a widget has drawn it a few times: the first may be before the window has its size.
    private func untilDrawn(_ widget: UnsafeMutablePointer<GtkWidget>) async throws {
        for _ in 0..<10 {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let box = unsafe Unmanaged.passRetained(Box(continuation)).toOpaque()
                unsafe gtk_widget_queue_draw(widget)
                unsafe gtk_widget_add_tick_callback(
                    widget,
                    { _, _, box in
                        if let box = unsafe box {
                            unsafe Unmanaged<Box>.fromOpaque(box).takeRetainedValue().continuation.resume()
                        }
                        return 0
                    }, box, nil)
            }
        }
    }

    /// What a widget shows, as RGBA.
    private func pixels(of widget: UnsafeMutablePointer<GtkWidget>) throws -> [UInt8] {
        let paintable = unsafe gtk_widget_paintable_new(widget)
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(paintable)) }
        let snapshot = unsafe gtk_snapshot_new()
        unsafe gdk_paintable_snapshot(paintable, snapshot, Double(width), Double(height))
        let renderer = unsafe gtk_native_get_renderer(gtk_widget_get_native(widget))
        guard let node = unsafe gtk_snapshot_free_to_node(snapshot) else { throw NothingDrawn() }
        let bounds = graphene_rect_t(
            origin: graphene_point_t(x: 0, y: 0),
            size: graphene_size_t(width: Float(width), height: Float(height)))
        let texture = unsafe gsk_renderer_render_texture(renderer, node, [bounds])
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        unsafe gdk_texture_download(texture, &bytes, gsize(width * 4))
        // From BGRA.
        for pixel in stride(from: 0, to: bytes.count, by: 4) { bytes.swapAt(pixel, pixel + 2) }
        return bytes
    }
}

/// Counts the drawings of a view's window that have a new frame.
@MainActor private final class Drawings {
    private let view: PlayerView
    private var last: Int
    private(set) var count = 0

    init(_ view: PlayerView) {
        self.view = view
        last = view.shownFrames
        let painted: @convention(c) (gpointer, gpointer) -> Void = { _, drawings in
            MainActor.assumeIsolated {
                unsafe Unmanaged<Drawings>.fromOpaque(drawings).takeUnretainedValue().look()
            }
        }
        // As long as the program.
        let me = unsafe Unmanaged.passRetained(self).toOpaque()
        let clock = unsafe UnsafeMutableRawPointer(gtk_widget_get_frame_clock(view.widget))
        unsafe playhead_connect(clock, "after-paint", unsafeBitCast(painted, to: GCallback.self), me)
    }

    private func look() {
        if view.shownFrames != last { count += 1 }
        last = view.shownFrames
    }
}

struct NothingDrawn: Error {}

private final class Box {
    let continuation: CheckedContinuation<Void, Never>
    init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }
}

private actor Counter {
    private(set) var count = 0
    func add(_ lost: Int) { count += 1 + lost }
}
