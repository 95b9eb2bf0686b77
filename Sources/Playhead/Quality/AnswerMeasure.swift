internal import Synchronization

/// What is measured of one answer that a part of a stream comes with.
final class AnswerMeasure: Sendable {
    private let control: QualityControl
    private let isRunning = Atomic(false)

    init(_ control: QualityControl) { self.control = control }

    /// It begins, so long after it was asked for.
    func begin(after wait: Duration) {
        if !isRunning.exchange(true, ordering: .relaxed) { control.beginAnswer(after: wait) }
    }

    func take(_ bytes: Int) {
        if isRunning.load(ordering: .relaxed) { control.take(bytes) }
    }

    /// All of it has come, or nothing more will.
    func end() {
        if isRunning.exchange(false, ordering: .relaxed) { control.endAnswer() }
    }
}
