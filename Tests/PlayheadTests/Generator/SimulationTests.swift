import Testing

/// Thousands of random lives of a player over the fake, each of which happens again in the same way when it is asked for by its seed.
@Suite(.timeLimit(.minutes(20)))
struct SimulationTests {
    @Test func `2.2, 2.3, 2.7, 2.8, 3.1, 3.3, 3.4, 3.6, 3.9: whatever happens, in whatever order`() async {
        for seed in GeneratorSettings(count: 1000).seeds {
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
