import Playhead
import PlayheadRemote

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
        case .key("escape"): try? control.perform(.setFullscreen(false))
        case .key(let name):
            guard let action = keys[KeyPress(name)] else { return }
            perform(action)
            show(WindowDisplay.text(after: action, control.state))
        case .scrolled(let steps):
            try? control.perform(.setVolume(player.volume + Self.volumeStep * Double(steps)))
            showBar()
        case .pressed(.left, let place, _) where place.y >= WindowDisplay.seekBar: seek(to: place)
        case .pressed(.left, _, clicks: 2): perform(.fullscreen)
        case .pressed(.right, _, _):
            perform(.toggle)
            showBar()
        case .moved(let place, isDragging: true) where place.y >= WindowDisplay.seekBar: seek(to: place)
        case .moved: showBar()
        case .pressed, .released, .resized, .fullscreenChanged: break
        }
    }

    private func seek(to place: WindowPoint) {
        guard let duration = player.duration else { return }
        let position = Duration.seconds(duration.inSeconds * min(max(place.x, 0), 1))
        try? control.perform(.seek(to: position))
        showBar()
    }

    private func showBar() { show(WindowDisplay.bar(control.state)) }

    private func show(_ text: String) { try? control.perform(.showMessage(text, for: .seconds(2))) }
}
