import Playhead
import PlayheadRemote

/// The text over the video of a window.
enum WindowDisplay {
    /// The part of the height, at the lower edge, in which a click or a drag seeks.
    static let seekBar = 0.92
    static let cells = 30
}

/// The keys and the pointer of the window.
extension Controls {
    /// Performs what happens at the window, with the key bindings of the terminal.
    func followWindow() {
        let events = player.window.events
        Task { [weak self] in
            for await event in events { self?.hear(event) }
        }
    }

    private func hear(_ event: WindowEvent) {
        switch event {
        case .closeRequested: quit()
        case .key("escape"): player.window.isFullscreen = false
        case .key(let name):
            guard let action = keys[KeyPress(name)] else { return }
            perform(action)
            showDisplay()
        case .scrolled(let steps):
            player.volume += Self.volumeStep * Double(steps)
            showDisplay()
        case .pressed(.left, let place, _) where place.y >= WindowDisplay.seekBar: seek(to: place)
        case .pressed(.left, _, clicks: 2): perform(.fullscreen)
        case .pressed(.right, _, _):
            perform(.toggle)
            showDisplay()
        case .moved(let place, isDragging: true) where place.y >= WindowDisplay.seekBar: seek(to: place)
        case .moved: showDisplay()
        case .pressed, .released, .resized, .fullscreenChanged: break
        }
    }

    private func seek(to place: WindowPoint) {
        guard let duration = player.duration else { return }
        player.seek(to: .seconds(duration.inSeconds * min(max(place.x, 0), 1)))
        showDisplay()
    }

    /// Shows position, duration and volume for two seconds.
    private func showDisplay() { try? control.perform(.showMessage(displayText, for: .seconds(2))) }

    private var displayText: String {
        let snapshot = player.snapshot
        var parts = [snapshot.state.isPlaying ? "▶" : "⏸", snapshot.position.clock]
        if let duration = snapshot.duration, duration > .zero {
            let filled = Int(Double(WindowDisplay.cells) * (snapshot.position.inSeconds / duration.inSeconds))
            let count = min(max(filled, 0), WindowDisplay.cells)
            parts.append(
                String(repeating: "━", count: count) + "●"
                    + String(repeating: "─", count: WindowDisplay.cells - count))
            parts.append(duration.clock)
        }
        parts.append(snapshot.isMuted ? "muted" : "\(Int((snapshot.volume * 100).rounded())) %")
        return parts.joined(separator: "  ")
    }
}
