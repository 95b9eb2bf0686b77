package import Playhead

extension FrameCode {
    private static let dark: UInt8 = 40
    private static let bright: UInt8 = 208

    /// The luma plane of a frame that shows this code, row by row.
    package func luma(width: Int, height: Int) -> [UInt8] {
        let cells = cells
        var luma: [UInt8] = []
        luma.reserveCapacity(width * height)
        for row in 0..<Self.rows {
            var line: [UInt8] = []
            for column in 0..<Self.columns {
                let length = (column + 1) * width / Self.columns - column * width / Self.columns
                let level = cells[row * Self.columns + column] ? Self.bright : Self.dark
                line.append(contentsOf: repeatElement(level, count: length))
            }
            for _ in (row * height / Self.rows)..<((row + 1) * height / Self.rows) {
                luma.append(contentsOf: line)
            }
        }
        return luma
    }

    /// Reads the code from a frame of any size, and of any brightness and contrast that is not too low. It is
    /// nil if a cell is neither bright nor dark, or if the checksum is wrong.
    package init?(luma: [UInt8], width: Int, height: Int) {
        guard width >= 4 * Self.columns, height >= 4 * Self.rows, luma.count >= width * height else {
            return nil
        }
        // The middle of each cell is sampled at 5 × 5 points, because its edges may be blurred.
        let points = 5
        var levels: [Int] = []
        for row in 0..<Self.rows {
            for column in 0..<Self.columns {
                var sum = 0
                for line in 0..<points {
                    let y = (row * 20 + 6 + line * 2) * height / (Self.rows * 20)
                    for place in 0..<points {
                        let x = (column * 20 + 6 + place * 2) * width / (Self.columns * 20)
                        sum += Int(luma[y * width + x])
                    }
                }
                levels.append(sum / (points * points))
            }
        }
        let (lowest, highest) = (levels.min() ?? 0, levels.max() ?? 0)
        let (middle, contrast) = ((lowest + highest) / 2, highest - lowest)
        guard contrast >= 40, levels.allSatisfy({ abs($0 - middle) * 6 >= contrast }) else { return nil }
        self.init(cells: levels.map { $0 > middle })
    }

    package init?(_ picture: PresentedVideoFrame) {
        self.init(luma: picture.luma, width: picture.width, height: picture.height)
    }
}
