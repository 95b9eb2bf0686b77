import Testing

@testable import TestBasics
@testable import TestSupport

/// Random commands over real media, several players at once.
@Suite(.stress, .timeLimit(.minutes(20)))
struct RealLifeTests {
    @Test func `2.1, 2.3, 2.7, 3.1, 3.3, 3.4, 3.6, 3.9: random commands over real media break no promise`()
        async throws
    {
        let seeds = GeneratorSettings(count: 100, share: 20).seeds
        // Each task takes every third.
        let failures = try await withThrowingTaskGroup { group in
            for lane in 0..<3 {
                group.addTask {
                    for seed in stride(from: lane, to: seeds.count, by: 3).map({ seeds[$0] }) {
                        let faults = try await RealLife.faults(of: RealLife.script(seed: seed))
                        if !faults.isEmpty { return [(seed, faults)] }
                    }
                    return []
                }
            }
            return try await group.reduce([(UInt64, [String])](), +)
        }
        guard let (seed, faults) = failures.first else { return }
        let few = await RealLife.script(seed: seed).shrunk { script in
            for _ in 0..<5 {
                let found = (try? await RealLife.faults(of: script)) ?? []
                if GeneratorReport.breaks(faults, found) { return true }
            }
            return false
        }
        GeneratorReport.record(seed: seed, faults, steps: few.asSwift)
    }
}
