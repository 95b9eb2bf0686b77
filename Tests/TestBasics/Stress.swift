import Foundation
package import Testing

/// The long tests. `make stress` asks for them with `PLAYHEAD_STRESS=1`.
package enum Stress {
    /// Whether this run includes the long tests.
    package static let isWanted = ProcessInfo.processInfo.environment["PLAYHEAD_STRESS"]?.isEmpty == false
}

extension Trait where Self == ConditionTrait {
    /// For tests that keep every core busy or run for minutes.
    package static var stress: ConditionTrait {
        .enabled(if: Stress.isWanted, "needs PLAYHEAD_STRESS=1, as in make stress")
    }
}
