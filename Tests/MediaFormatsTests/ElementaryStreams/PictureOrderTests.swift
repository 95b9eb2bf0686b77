import Testing

@testable import MediaFormats

struct PictureOrderTests {
    private let frame: Int64 = 40_000_000

    private typealias Picture = (value: Int, told: Int64?, beginsGroup: Bool)

    private func times(
        _ pictures: [Picture], range: Int = 16, perFrame: Int = 2,
        frameDuration: Int64? = 40_000_000
    ) -> [Int64?] {
        var order = PictureOrder()
        return pictures.map {
            let place = VideoOrder(
                value: $0.value, range: range, perFrame: perFrame, beginsGroup: $0.beginsGroup)
            return order.time(of: place, told: $0.told.map { $0 * frame }, frameDuration: frameDuration)
                .map { $0 / frame }
        }
    }

    @Test func `Picture order counts wrap, and begin anew at a group`() {
        let values = [0, 6, 2, 4, 12, 8, 10, 2, 14, 0, 8, 4, 6]
        let pictures: [Picture] = values.enumerated().map { ($1, $0 == 0 ? 5 : nil, $0 == 0) }
        #expect(times(pictures) == [5, 8, 6, 7, 11, 9, 10, 14, 12, 13, 17, 15, 16])
        let groups: [Picture] = [
            (0, 5, true), (4, nil, false), (2, nil, false), (0, nil, true), (2, nil, false),
        ]
        #expect(times(groups) == [5, 7, 6, 8, 9])
    }

    @Test func `The distance of frames is measured, and nothing is assumed without a timestamp`() {
        let measured: [Picture] = [(0, 0, true), (8, 8, false), (10, nil, false)]
        #expect(times(measured, range: 64, frameDuration: nil) == [0, 8, 10])
        #expect(times([(0, nil, true), (2, nil, false)]) == [nil, nil])
        #expect(times([(0, 0, true), (2, nil, false)], frameDuration: nil) == [0, nil])
    }
}
