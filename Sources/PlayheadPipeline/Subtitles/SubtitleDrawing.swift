internal import GStreamer
internal import PlayheadCore
internal import Synchronization

/// Writes subtitles into video frames on their way to a window. Each frame gets the subtitles that are due at
/// its time, also after seeks and while paused.
final class SubtitleDrawing: Sendable {
    private struct State {
        var schedule = CueSchedule()
        var delay = Duration.zero
        var segment: Segment?
        /// The media time of the last frame, and the subtitles written into it.
        var position: Duration?
        var written = ""

        func text(at position: Duration) -> String {
            SubtitleCue(joining: schedule.due(at: position - delay)).map(PangoMarkup.pango) ?? ""
        }
    }

    /// The `textoverlay` element in the branch.
    let overlay: Element
    private let state = Mutex(State())

    /// Nil if the plug-in is not installed.
    init?() {
        guard let overlay = Element.make("textoverlay") else { return nil }
        self.overlay = overlay
        overlay.set("silent", true)
        overlay.set("auto-resize", true)
        overlay.set("font-desc", "Sans 22")
        overlay.pad("video_sink")?.watch { [weak self] in self?.see($0) }
    }

    /// Sets the subtitles from now on. Returns whether the last frame would have other subtitles.
    func follow(_ schedule: CueSchedule, delay: Duration) -> Bool {
        state.withLock { state in
            state.schedule = schedule
            state.delay = delay
            return state.position.map { state.text(at: $0) != state.written } ?? false
        }
    }

    private func see(_ passage: Pad.Passage) {
        switch passage {
        case .segment(let segment): state.withLock { $0.segment = segment }
        case .buffer(let start?, _):
            let text: String? = state.withLock { state in
                guard let position = state.segment?.streamTime(start) else { return nil }
                state.position = position
                let text = state.text(at: position)
                defer { state.written = text }
                return text == state.written ? nil : text
            }
            guard let text else { return }
            overlay.set("text", text)
            overlay.set("silent", text.isEmpty)
        default: break
        }
    }
}
