/// What distinguishes a picture from a worse copy of it.
struct PictureTraits: Sendable {
    /// The mean brightness, 0 to 255.
    var brightness: Double
    /// The mean difference of neighbouring pixels: less in a blurred copy.
    var sharpness: Double
    /// Whether 98 % of the pixels are at most 32, as in the ffmpeg filter `blackdetect`.
    var isBlack: Bool

    init(_ picture: GrayPicture) {
        let (pixels, width) = (picture.pixels.span, picture.width)
        var (sum, edges, bright) = (0, 0, 0)
        for row in 0..<picture.height {
            var last = Int(pixels[row * width])
            for index in row * width..<(row + 1) * width {
                let value = Int(pixels[index])
                sum &+= value
                edges &+= abs(value &- last)
                if value > 32 { bright &+= 1 }
                last = value
            }
        }
        let count = max(picture.width * picture.height, 1)
        brightness = Double(sum) / Double(count)
        sharpness = Double(edges) / Double(count)
        isBlack = bright * 50 <= count
    }
}

extension GrayPicture {
    /// The mean difference to another picture of the same size, 0 to 255.
    func difference(to other: GrayPicture) -> Double {
        guard pixels.count == other.pixels.count, !pixels.isEmpty else { return 255 }
        let (one, two) = (pixels.span, other.pixels.span)
        var sum = 0
        for index in one.indices { sum &+= abs(Int(one[index]) &- Int(two[index])) }
        return Double(sum) / Double(pixels.count)
    }
}
