import CGTK
import Observation
import Playhead
import PlayheadGTK

/// A window with a video, a button, a seek bar and a menu of tracks.
@MainActor @safe final class PlayerWindow {
    private let player: Player
    private let view: PlayerView
    private let model: PlayerModel
    private let bar: ProgressTracker
    private let window: UnsafeMutablePointer<GtkWindow>?
    private let button = unsafe gtk_button_new()
    private let slider = unsafe gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.001)
    private let menu = unsafe gtk_menu_button_new()
    private let popover = unsafe gtk_popover_new()

    init(_ application: UnsafeMutablePointer<GtkApplication>) {
        var configuration = PlayerConfiguration()
        configuration.video = .none  // no window of the player's own
        configuration.findsSubtitleFiles = true
        player = Player(configuration: configuration)
        view = PlayerView(player)
        model = PlayerModel(player)
        bar = ProgressTracker(player, interval: .milliseconds(250))
        unsafe window = cast(gtk_application_window_new(application))
        build()
        follow()
    }

    func open(_ pathOrURI: String) { player.load(MediaItem(pathOrURI: pathOrURI), autoplay: true) }

    private func build() {
        let controls = unsafe gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
        let content = unsafe gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
        unsafe gtk_widget_set_hexpand(slider, 1)
        unsafe gtk_menu_button_set_icon_name(OpaquePointer(menu), "open-menu-symbolic")
        unsafe gtk_menu_button_set_popover(OpaquePointer(menu), popover)
        unsafe gtk_box_append(cast(controls), button)
        unsafe gtk_box_append(cast(controls), slider)
        unsafe gtk_box_append(cast(controls), menu)
        unsafe gtk_box_append(cast(content), view.widget)
        unsafe gtk_box_append(cast(content), controls)
        unsafe gtk_window_set_child(window, content)
        unsafe gtk_window_set_default_size(window, 800, 500)
        unsafe gtk_window_present(window)
        connect()
    }

    private func connect() {
        unsafe onSignal("clicked", of: button) { [player] in player.toggle() }
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        // Only a person moves the slider with this signal; each value is one seek.
        typealias Moved = @convention(c) (gpointer, GtkScrollType, Double, gpointer) -> gboolean
        let moved: Moved = { _, _, value, me in
            MainActor.assumeIsolated { unsafe PlayerWindow.at(me).bar.progress = value }
            return 0
        }
        unsafe playhead_connect(slider, "change-value", unsafeBitCast(moved, to: GCallback.self), me)
        typealias Drop =
            @convention(c) (gpointer, UnsafePointer<GValue>, Double, Double, gpointer) -> gboolean
        let dropped: Drop = { _, value, _, _, me in
            let uri = unsafe g_file_get_uri(OpaquePointer(g_value_get_object(value)))
            defer { unsafe g_free(uri) }
            MainActor.assumeIsolated {
                unsafe PlayerWindow.at(me).open(uri.map { unsafe String(cString: $0) } ?? "")
            }
            return 1
        }
        let target = unsafe gtk_drop_target_new(playhead_type_file(), GDK_ACTION_COPY)
        unsafe playhead_connect(
            UnsafeMutableRawPointer(target), "drop", unsafeBitCast(dropped, to: GCallback.self), me)
        unsafe gtk_widget_add_controller(view.widget, target)
    }

    private static func at(_ data: gpointer) -> PlayerWindow {
        unsafe Unmanaged.fromOpaque(data).takeUnretainedValue()
    }

    /// Keeps the widgets up to date. The tasks run on the main actor, thus in the main loop of GLib.
    private func follow() {
        let (now, bar, player) = (model, bar, player)
        Task { [weak self] in
            let facts = Observations {
                (now.state.isPlaying, bar.progress, now.error?.message ?? now.metadata.title, now.item)
            }
            for await (isPlaying, progress, title, item) in facts {
                let icon = isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic"
                unsafe gtk_button_set_icon_name(cast(self?.button), icon)
                unsafe gtk_range_set_value(cast(self?.slider), progress)
                unsafe gtk_widget_set_sensitive(self?.slider, bar.canSeek ? 1 : 0)
                let name = title ?? item?.uri.split(separator: "/").last.map(String.init)
                unsafe gtk_window_set_title(self?.window, name)
            }
        }
        Task { [weak self] in for await tracks in player.values(of: \.tracks) { self?.show(tracks) } }
    }

    /// A list of all audio and subtitle tracks; a mark tells which are chosen.
    private func show(_ tracks: TrackList) {
        let list = unsafe gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
        for track in tracks[.audio] + tracks[.subtitles] {
            let name = [track.kind.rawValue, track.language, track.title].compactMap(\.self)
            let isChosen = tracks.chosen.contains(track)
            let item = unsafe gtk_check_button_new_with_label(name.joined(separator: " "))
            unsafe gtk_check_button_set_active(cast(item), isChosen ? 1 : 0)
            unsafe onSignal("toggled", of: item) { [player] in
                let isOff = isChosen && track.kind == .subtitles
                isOff ? player.selectNone(.subtitles) : player.select(track)
            }
            unsafe gtk_box_append(cast(list), item)
        }
        unsafe gtk_popover_set_child(cast(popover), list)
    }
}
