import PlayheadCore
import Testing

@testable import PlayheadCommand

@Suite struct `The place of a picture` {
    private let area = PictureArea(columns: 80, rows: 20, cell: .standard)

    private func place(
        _ width: Int, _ height: Int, _ mode: AspectMode = .fit, limit: Int = .max
    ) -> PicturePlacement? {
        PicturePlacement(
            of: VideoSize(width: width, height: height), in: area, mode: mode, pixelLimit: limit)
    }

    @Test func `is the middle, with the aspect of the display`() throws {
        // The area has 800 by 400 pixels.
        let wide = try #require(place(1920, 480))
        #expect((wide.column, wide.row, wide.columns, wide.rows) == (0, 5, 80, 10))
        let high = try #require(place(90, 160))
        #expect((high.column, high.row, high.columns, high.rows) == (28, 0, 23, 20))
    }

    @Test func `is the whole area when it is filled or stretched`() throws {
        let filled = try #require(place(1600, 400, .fill))
        #expect((filled.columns, filled.rows) == (80, 20))
        #expect(filled.region == DisplayRegion(columns: 0.25..<0.75, rows: 0..<1))
        let stretched = try #require(place(1600, 400, .stretch))
        #expect(stretched.columns == 80 && stretched.rows == 20 && stretched.region == DisplayRegion())
    }

    @Test func `is smaller where pixels are limited`() throws {
        let limited = try #require(place(1600, 800, limit: 80_000))
        #expect((limited.column, limited.row, limited.columns, limited.rows) == (20, 5, 40, 10))
    }

    @Test func `is none without room`() {
        #expect(place(0, 10) == nil)
        let none = PictureArea(columns: 80, rows: 0, cell: .standard)
        #expect(PicturePlacement(of: VideoSize(width: 4, height: 3), in: none, mode: .fit) == nil)
        let wide = PicturePlacement(of: VideoSize(width: 100_000, height: 1), in: area, mode: .fit)
        #expect(wide?.rows == 1)
    }
}
