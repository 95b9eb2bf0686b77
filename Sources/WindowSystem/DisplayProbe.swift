internal import PlayheadSystem
internal import Synchronization

/// Whether the displays that environment variables name accept this process. Positive results are cached for each
/// value.
final class DisplayProbe: Sendable {
    private let variable: String
    private let accepts: @Sendable () -> Bool
    private let reached = Mutex<Set<String>>([])

    /// `accepts` connects to the display that the variable names.
    init(_ variable: String, accepts: @escaping @Sendable () -> Bool) {
        (self.variable, self.accepts) = (variable, accepts)
    }

    var isPossible: Bool {
        guard let name = LocalFile.environment(variable), !name.isEmpty else { return false }
        if reached.withLock({ $0.contains(name) }) { return true }
        guard accepts() else { return false }
        reached.withLock { _ = $0.insert(name) }
        return true
    }
}
