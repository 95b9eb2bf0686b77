import Testing

@testable import CoreTestSupport
@testable import PlayheadCore
@testable import TestBasics

/// The reducer depends on nothing but state, input and moment: Swift seeds its hashing anew in every process, so that the order of
/// a set or a dictionary must not show.
struct DeterminismTests {
    @Test func `timeouts that start or end together have one order`() {
        for number in 1...64 {
            var driver = ReducerDriver.loaded(playing: true)
            driver.machine.stamp = LoadID(number: number)
            driver.report(.buffering(percent: 0))
            driver.command(.pause)
            driver.seek(to: .seconds(1))
            let stamp = driver.machine.stamp
            let (seek, stall) = (
                Deadline.seek(stamp, serial: driver.machine.seeks.serial), Deadline.stall(stamp)
            )
            driver.command(.play)
            let ended = driver.apply(.command(.reset)).effects
            #expect(
                ended.filter { $0 == .disarm(seek) || $0 == .disarm(stall) } == [
                    .disarm(seek), .disarm(stall),
                ])
        }
    }

    @Test(.apart) func `equal inputs give equal effects, events and states`() {
        for seed in UInt64(1)...300 {
            var inputs = RandomInputs(seed: seed)
            var (driver, twin) = (ReducerDriver(), ReducerDriver())
            for _ in 0..<100 {
                driver.moment.now += inputs.pause()
                twin.moment = driver.moment
                let input = inputs.input(for: driver.machine)
                let (first, second) = (driver.apply(input), twin.apply(input))
                #expect(first.effects == second.effects, "seed \(seed)")
                #expect(first.events == second.events, "seed \(seed)")
                #expect(driver.machine == twin.machine, "seed \(seed)")
            }
        }
    }

    @Test func `the state contains no unordered collection`() {
        func unordered(in value: Any, _ path: String) -> [String] {
            let mirror = Mirror(reflecting: value)
            if mirror.displayStyle == .set || mirror.displayStyle == .dictionary { return [path] }
            return mirror.children.flatMap { unordered(in: $0.value, path + "." + ($0.label ?? "")) }
        }
        #expect(unordered(in: PlayerMachine(), "machine").isEmpty)
    }
}
