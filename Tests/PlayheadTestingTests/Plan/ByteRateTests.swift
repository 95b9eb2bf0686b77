import Testing

@testable import PlayheadServer

@Suite struct ByteRateTests {
    private let rate = ByteRate([
        .init(bytesPerSecond: 1000, for: .seconds(2)), .init(bytesPerSecond: 0, for: .seconds(5)),
        .init(bytesPerSecond: 100),
    ])

    @Test func `a byte rate gives the time of the last byte`() {
        #expect(rate.time(toSend: 500, from: .zero) == .milliseconds(500))
        #expect(rate.time(toSend: 2000, from: .zero) == .seconds(2))
        #expect(rate.time(toSend: 2001, from: .zero) == .milliseconds(7010))
        #expect(rate.time(toSend: 1500, from: .seconds(1)) == .seconds(12))
        #expect(rate.time(toSend: 100, from: .seconds(3)) == .seconds(8))
        #expect(rate.time(toSend: 100, from: .seconds(100)) == .seconds(101))
        #expect(ByteRate.bytesPerSecond(0).time(toSend: 1, from: .zero) == nil)
    }

    @Test func `a byte rate changes with time`() {
        let speeds = [0, 1.9, 2, 6.9, 7, 99].map { rate.bytesPerSecond(at: .seconds($0)) }
        #expect(speeds == [1000, 1000, 0, 0, 100, 100])
    }
}
