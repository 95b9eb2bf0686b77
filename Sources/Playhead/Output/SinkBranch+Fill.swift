internal import GStreamer
internal import Synchronization

extension SinkBranch {
    /// Cuts the picture to the shape of the window, or ceases to.
    ///
    /// The window tells its shape when it is made and whenever it changes.
    func fillsWindow(_ fills: Bool) {
        window.withLock { $0.fills = fills }
        applyFill()
    }

    /// Follows the shape of the window; `onRecut` is called when the picture is cut anew for it.
    func followWindow(onRecut: @escaping @Sendable () -> Void) {
        guard crop != nil else { return }
        sink.onReshape { [weak self] width, height in
            guard let self else { return }
            let isRecut = self.window.withLock { window in
                window.shape = (Int32(clamping: width), Int32(clamping: height))
                return window.fills
            }
            self.applyFill()
            if isRecut { onRecut() }
        }
    }

    private func applyFill() {
        let shape = window.withLock { window in window.fills ? window.shape : nil }
        // 0/1 is aspectratiocrop's word for leaving the picture alone.
        crop?.set("aspect-ratio", fraction: shape.map { ($0.width, $0.height) } ?? (0, 1))
    }

    struct Window: Sendable {
        var fills = false
        var shape: (width: Int32, height: Int32)?
    }
}
