/// The coarse content of a picture: 16 by 12 cells.
struct Thumbnail: Sendable {
    static let columns = 16
    static let rows = 12
    /// The least standard deviation of a picture with content.
    private static let flatness: Float = 2

    /// The media time in seconds.
    var time: Double
    /// The mean brightness, 0 to 255.
    let brightness: Float
    /// Whether it has no content, such as a black picture.
    let isFlat: Bool
    /// The brightness of the cells with a mean of 0 and a sum of squares of 1.
    private let cells: [Float]

    init(_ picture: GrayPicture) {
        time = picture.time
        let (width, height, pixels) = (picture.width, picture.height, picture.pixels.span)
        var cells: [Float] = []
        cells.reserveCapacity(Self.columns * Self.rows)
        for row in 0..<Self.rows {
            let (top, bottom) = (
                row * height / Self.rows, max((row + 1) * height / Self.rows, row * height / Self.rows + 1)
            )
            for column in 0..<Self.columns {
                let left = column * width / Self.columns
                let right = max((column + 1) * width / Self.columns, left + 1)
                var sum = 0
                for line in top..<min(bottom, height) {
                    for index in line * width + left..<line * width + min(right, width) {
                        sum &+= Int(pixels[index])
                    }
                }
                cells.append(Float(sum) / Float(max((bottom - top) * (right - left), 1)))
            }
        }
        let mean = cells.reduce(0, +) / Float(cells.count)
        let squares = cells.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        brightness = mean
        isFlat = squares < Self.flatness * Self.flatness * Float(cells.count)
        let scale = squares > 0 ? 1 / squares.squareRoot() : 0
        self.cells = cells.map { ($0 - mean) * scale }
    }

    /// How alike two pictures are, up to 1: the correlation of their cells. Flat pictures are alike if their
    /// brightness is.
    func likeness(to other: Thumbnail) -> Float {
        if isFlat || other.isFlat {
            return isFlat && other.isFlat ? max(1 - abs(brightness - other.brightness) / 32, 0) : 0
        }
        let (one, two) = (cells.span, other.cells.span)
        var sum: Float = 0
        for index in one.indices { sum += one[index] * two[index] }
        return sum
    }
}
