import PlayheadCore
import Testing

/// Sheets of pictures and their WebVTT file agree.
struct StoryboardTests {
    private func frame(
        _ number: Int, format: PixelFormat = .rgb, width: Int = 3, height: Int = 2
    ) -> VideoFrame {
        let size = format == .rgba ? 4 : 3
        return VideoFrame(
            time: .seconds(10 * number), format: format, width: width, height: height,
            bytes: (0..<width * height * size).map { UInt8(number * 30 + $0) })
    }

    /// The pixels of a tile, as in the frame that it was made from.
    private func tile(_ tile: Storyboard.Tile, of sheet: VideoFrame, _ storyboard: Storyboard) -> [UInt8] {
        let size = sheet.format == .rgba ? 4 : 3
        let bytes = sheet.packedBytes
        return (0..<storyboard.tileSize.height).flatMap { row in
            let start = ((tile.y + row) * sheet.width + tile.x) * size
            return bytes[start..<start + storyboard.tileSize.width * size]
        }
    }

    @Test(arguments: [1, 2, 3, 5, 6, 7], [PixelFormat.rgb, .rgba])
    func `each picture is at its place`(count: Int, format: PixelFormat) throws {
        var composer = StoryboardComposer(columns: 2, rows: 2)
        var sheets: [VideoFrame] = []
        for number in 0..<count {
            if let sheet = try composer.append(frame(number, format: format)) { sheets.append(sheet) }
        }
        if let sheet = composer.finish() { sheets.append(sheet) }
        let storyboard = try #require(composer.storyboard)
        #expect(sheets.count == storyboard.sheets)
        for (index, sheet) in sheets.enumerated() {
            #expect(storyboard.size(ofSheet: index) == VideoSize(width: sheet.width, height: sheet.height))
            #expect(sheet.time == .seconds(40 * index))
        }
        for number in 0..<count {
            let place = storyboard.tile(number)
            let bytes = tile(place, of: sheets[place.sheet], storyboard)
            #expect(bytes == frame(number, format: format).packedBytes)
        }
    }

    @Test func `the last sheet is as large as its pictures need, and black beside them`() throws {
        var composer = StoryboardComposer(columns: 3, rows: 3)
        for number in 0..<4 {
            let full = try composer.append(frame(number))
            #expect(full?.width == nil)
        }
        let last = composer.finish()
        let sheet = try #require(last)
        #expect(sheet.width == 9 && sheet.height == 4)
        #expect(sheet.packedBytes[2 * 27 + 9..<3 * 27].allSatisfy { $0 == 0 })
        let narrow = Storyboard(
            times: [.zero], tileSize: VideoSize(width: 3, height: 2), columns: 3, rows: 3)
        #expect(narrow.size(ofSheet: 0) == VideoSize(width: 3, height: 2))
    }

    @Test func `a picture of another kind is refused`() throws {
        var composer = StoryboardComposer(columns: 2, rows: 2)
        #expect(composer.storyboard == nil)
        _ = try composer.append(frame(0))
        for other in [frame(1, format: .rgba), frame(1, width: 4), frame(1, format: .bgra)] {
            do throws(PlayerError) {
                _ = try composer.append(other)
                Issue.record("The picture was accepted")
            } catch {
                #expect(error.code == .unknownFormat)
            }
        }
        #expect(composer.storyboard?.times == [.zero])
    }

    @Test func `WebVTT names sheets and places`() {
        let storyboard = Storyboard(
            times: [.zero, .seconds(10), .milliseconds(3_661_500)],
            tileSize: VideoSize(width: 160, height: 90),
            columns: 2, rows: 1)
        let text = storyboard.webVTT(duration: .seconds(360_000)) { "sheet-\($0 + 1).jpg" }
        #expect(
            text == """
                WEBVTT

                00:00:00.000 --> 00:00:10.000
                sheet-1.jpg#xywh=0,0,160,90

                00:00:10.000 --> 01:01:01.500
                sheet-1.jpg#xywh=160,0,160,90

                01:01:01.500 --> 100:00:00.000
                sheet-2.jpg#xywh=0,0,160,90

                """)
    }

    @Test func `names are percent-encoded, and empty cues left out`() {
        let storyboard = Storyboard(
            times: [.zero, .microseconds(300), .seconds(5), .seconds(9)],
            tileSize: VideoSize(width: 1, height: 1), columns: 9, rows: 9)
        let text = storyboard.webVTT(duration: .seconds(9)) { _ in "a b/ü:#1?100%&-->.png" }
        #expect(text.matches(of: /-->/).count == 2)
        #expect(text.contains("\na%20b/%C3%BC%3A%231%3F100%25&--%3E.png#xywh=1,0,1,1\n"))
        #expect(
            Storyboard(times: [], tileSize: VideoSize(width: 1, height: 1), columns: 1, rows: 1)
                .webVTT(duration: .seconds(9)) { _ in "" } == "WEBVTT\n")
    }
}
