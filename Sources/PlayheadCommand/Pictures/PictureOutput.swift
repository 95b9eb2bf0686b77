import Dispatch
import Glibc
import Playhead
import Synchronization

/// Shows the presented video frames on a screen of a terminal.
///
/// Frames are drawn on a queue of their own. While the terminal accepts one, only the newest of the frames
/// after it is kept.
final class PictureOutput: PresentationTap {
    private struct State {
        /// The newest frame; nil if no picture is to be seen.
        var frame: VideoFrame?
        /// Nil until it is chosen.
        var graphics: GraphicsProtocol?
        var detection = GraphicsDetection()
        var mode: AspectMode = .fit
        var isScheduled = false
        var hasAsked = false
    }

    let screen: TerminalScreen
    private let state = Mutex(State())
    // Used by the queue only.
    private let painter = Mutex(PicturePainter(image: Int(getpid())))
    private let queue = DispatchQueue(label: "playhead.pictures", qos: .userInteractive)
    private static let timeToAnswer = DispatchTimeInterval.milliseconds(200)

    init(screen: TerminalScreen) {
        self.screen = screen
        screen.onChange { [weak self] in self?.update { _ in } }
    }

    func didPresent(_ picture: PresentedVideoFrame) { update { $0.frame = picture.frame } }

    /// Removes the picture.
    func clear() { update { $0.frame = nil } }

    /// Changes the scaling.
    func use(_ mode: AspectMode) { update { $0.mode = mode } }

    /// Chooses the graphics protocol, at the first call. A terminal that cannot be asked gets character cells, and so
    /// does one that does not answer in time, until it does.
    func chooseGraphics(canAsk: Bool) {
        let isFirst = state.withLock { state in
            defer { state.hasAsked = true }
            return !state.hasAsked
        }
        guard isFirst else { return }
        guard canAsk else { return choose(nil) }
        screen.ask(GraphicsDetection.query)
        queue.asyncAfter(deadline: .now() + Self.timeToAnswer) { self.choose(nil) }
    }

    /// Takes a reply of the terminal.
    func receive(_ reply: TerminalReply) {
        let (isLast, graphics) = state.withLock { state in
            (state.detection.receive(reply), state.detection.graphics)
        }
        if isLast { choose(graphics, isAnswer: true) }
    }

    /// Sets the graphics protocol, unless it is already set and this is no answer; nil means character cells.
    private func choose(_ graphics: GraphicsProtocol?, isAnswer: Bool = false) {
        update { state in
            if isAnswer || state.graphics == nil {
                state.graphics = graphics ?? .cells { Environment[$0] }
            }
        }
    }

    private func update(_ change: (inout State) -> Void) {
        let isScheduled = state.withLock { state in
            change(&state)
            defer { state.isScheduled = true }
            return state.isScheduled
        }
        if !isScheduled { queue.async { self.draw() } }
    }

    private func draw() {
        let state = state.withLock { state in
            state.isScheduled = false
            return state
        }
        guard let graphics = state.graphics, let arrangement = screen.arrangement else { return }
        painter.withLock { painter in
            let text =
                if let frame = state.frame {
                    painter.paint(
                        frame, graphics, in: arrangement,
                        cell: arrangement.size.cell ?? state.detection.cell ?? .standard, mode: state.mode)
                } else {
                    painter.clear(rows: arrangement.pictureRows)
                }
            if !text.isEmpty { screen.show(text, in: arrangement, erasure: painter.erasure) }
        }
    }
}
