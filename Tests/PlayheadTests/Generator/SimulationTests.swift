import Testing

@testable import TestBasics
@testable import TestSupport

/// 100 random lives of a player over the fake pipeline, and 20,000 in `make stress`. A seed always gives the same life.
@Suite(.timeLimit(.minutes(Stress.isWanted ? 20 : 2)))
struct SimulationTests {
    @Test func `2.2, 2.3, 2.7, 2.8, 3.1, 3.3, 3.4, 3.6, 3.9: random commands and reports break no promise`()
        async
    {
        for seed in GeneratorSettings(count: Stress.isWanted ? 1000 : 100).seeds {
            await Task.yield()
            let steps = Step.list(seed: seed)
            let faults = await Simulation.faults(of: steps)
            guard !faults.isEmpty else { continue }
            let few = await Shrinking.shrink(steps) {
                GeneratorReport.breaks(faults, await Simulation.faults(of: $0))
            }
            // What happened once and not again is told as it was.
            let again = await Simulation.faults(of: few)
            GeneratorReport.record(seed: seed, again.isEmpty ? faults : again, steps: few.asSwift)
            return
        }
    }
}
