import Testing

@testable import TestBasics
@testable import TestSupport

/// Random commands from several threads at once, over the fake.
@Suite(.stress, .timeLimit(.minutes(20)))
struct CrowdTests {
    @Test
    func `2.1, 2.3, 2.7, 3.1, 3.3, 3.4, 3.6, 3.9: random commands from several threads break no promise`()
        async
    {
        for seed in GeneratorSettings(count: 200, share: 5).seeds {
            let script = Crowd.script(seed: seed)
            let faults = await Crowd.faults(of: script)
            guard !faults.isEmpty else { continue }
            let few = await script.shrunk { script in
                for _ in 0..<20 where GeneratorReport.breaks(faults, await Crowd.faults(of: script)) {
                    return true
                }
                return false
            }
            GeneratorReport.record(seed: seed, faults, steps: few.asSwift)
            return
        }
    }
}
