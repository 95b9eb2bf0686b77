import Testing

@testable import MediaFormats

struct TicksTests {
    @Test(
        arguments: [
            (90_000, 90_000, 1_000_000_000), (1, 90_000, 11_111), (-1, 90_000, -11_112), (1, 3, 333_333_333),
            (2, 3, 666_666_666), (Int64(1) << 62, 1, Int64.max),
        ] as [(Int64, Int64, Int64)])
    func `Ticks become nanoseconds, rounded down`(_ ticks: Int64, _ scale: Int64, _ expected: Int64) {
        #expect(Ticks.nanoseconds(ticks, timescale: scale) == expected)
    }
}
