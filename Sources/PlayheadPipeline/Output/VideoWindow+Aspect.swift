internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import Synchronization

/// How frames fill the surface.
extension VideoWindow {
    /// Sets how frames fill the window from now on.
    func setAspect(_ mode: AspectMode) {
        let isNew = state.withLock { state in
            let isNew = state.aspect != mode
            state.aspect = mode
            setStretch(state)
            return isNew
        }
        if isNew { applyFill() }
    }

    func setStretch(_ state: borrowing State) {
        guard let output = state.output, output.display == .x11 else { return }
        output.sink.set("force-aspect-ratio", state.aspect != .stretch)
    }

    /// Tells `waylandsink` its size: before the window has one, that of the video. Less than one pixel of a fitted
    /// frame would be an error that ends the connection.
    func setArea(_ state: inout State) {
        guard let output = state.output, output.display == .wayland, let video = state.displaySize,
            video.width > 0, video.height > 0
        else { return }
        var origin = (x: 0, y: 0)
        if case .wayland(_, _, let area) = state.surface.target {
            origin = (area.x, area.y)
            state.shape = (area.width, area.height)
        }
        let shape = state.shape ?? (video.width, video.height)
        output.sink.draw(
            x: origin.x, y: origin.y,
            width: max(shape.width, video.width / video.height + 1),
            height: max(shape.height, video.height / video.width + 1))
    }

    /// `waylandsink` has no property for frames that are stretched: their pixels get another shape.
    func push(_ picture: StillPicture, _ state: borrowing State) {
        if state.output?.display == .wayland, state.aspect == .stretch, let shape = state.shape {
            source.push(picture, filling: shape)
        } else {
            source.push(picture)
        }
    }

    /// The window reports its size when it is created and at each change.
    func follow(_ width: Int, _ height: Int) {
        let (isRecut, shown) = state.withLock { state in
            let isSame = state.shape.map { $0 == (width, height) } ?? false
            state.shape = (width, height)
            setArea(&state)
            return (state.aspect != .fit && !isSame, state.shown)
        }
        guard isRecut else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(20)) { [weak self] in
            guard let self else { return }
            applyFill()
            // While video plays, the next frame arrives soon and makes this refresh unnecessary.
            if state.withLock({ $0.shown == shown }) { refresh() }
        }
    }

    func applyFill() {
        let shape = state.withLock { state in state.aspect == .fill ? state.shape : nil }
        // 0/1 makes `aspectratiocrop` leave the frame as it is.
        crop.set(
            "aspect-ratio",
            fraction: shape.map { (Int32(clamping: $0.width), Int32(clamping: $0.height)) } ?? (0, 1))
    }
}
