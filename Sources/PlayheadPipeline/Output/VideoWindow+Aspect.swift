internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import Synchronization
internal import WindowSystem

/// How frames fill the surface.
extension VideoWindow {
    /// Sets how frames fill the window from now on.
    func setAspect(_ mode: AspectMode) {
        let isNew = state.withLock { state in
            let isNew = state.aspect != mode
            state.aspect = mode
            arrange(&state)
            return isNew
        }
        if isNew { applyFill() }
    }

    /// Tells what draws the size of the surface, and how frames fill it.
    func arrange(_ state: inout State) {
        guard let output = state.output else { return }
        if let canvas = output.canvas { return arrange(canvas, &state) }
        switch output.display {
        case .x11: output.sink.set("force-aspect-ratio", state.aspect != .stretch)
        case .wayland: arrange(output.sink, &state)
        case nil: break
        }
    }

    /// The processor scales frames to what they fill of the surface; of one whose size is not known yet, to the size
    /// of the video.
    private func arrange(_ canvas: X11Canvas, _ state: inout State) {
        let shape = state.shape.map { VideoSize(width: $0.width, height: $0.height) }
        if let shape { canvas.resize(to: shape) }
        guard let video = state.displaySize else { return }
        let area = shape ?? video
        let picture = state.aspect == .fit ? video.contained(in: area) : area
        use(canvas.caps(of: picture), &state)
    }

    /// Sets the format of frames behind the scaler, if it is another one: each time it is negotiated anew.
    func use(_ caps: String, _ state: inout State) {
        guard state.caps != caps else { return }
        state.caps = caps
        size.set("caps", text: caps)
    }

    /// Tells `waylandsink` its size: before the window has one, that of the video. Less than one pixel of a fitted
    /// frame would be an error that ends the connection.
    private func arrange(_ sink: Element, _ state: inout State) {
        guard let video = state.displaySize, video.width > 0, video.height > 0 else { return }
        var origin = (x: 0, y: 0)
        if case .wayland(_, _, let area) = state.surface.target {
            origin = (area.x, area.y)
            state.shape = (area.width, area.height)
        }
        let shape = state.shape ?? (video.width, video.height)
        sink.draw(
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
            arrange(&state)
            let isRecut = state.aspect != .fit || state.output?.canvas != nil
            return (isRecut && !isSame, state.shown)
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
