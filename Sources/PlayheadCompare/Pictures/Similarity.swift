internal import Glibc

/// How similar two pictures of one size are.
package struct Similarity: Sendable, Equatable {
    /// The mean structural similarity, at most 1 (Wang et al. 2004), over windows of 8 by 8 pixels in steps of 4,
    /// without weights.
    package var ssim: Double
    /// The peak signal-to-noise ratio in dB; 100 for equal pictures.
    package var psnr: Double

    /// The PSNR of equal pictures, in place of infinity.
    package static let equalPSNR = 100.0

    package init(_ a: GrayPicture, _ b: GrayPicture) {
        let (columns, rows) = (a.width / 4, a.height / 4)
        guard a.width == b.width, a.height == b.height, columns > 1, rows > 1 else {
            (ssim, psnr) = (0, 0)
            return
        }
        var above = [BlockSums](repeating: BlockSums(), count: columns)
        var current = above
        var (sum, error) = (0.0, 0)
        for row in 0..<rows {
            swap(&above, &current)
            Self.fill(&current, a.pixels.span, b.pixels.span, row: row, width: a.width)
            for block in current { error += Int(block.squares) - 2 * Int(block.product) }
            guard row > 0 else { continue }
            var left = above[0] + current[0]
            for column in 1..<columns {
                let right = above[column] + current[column]
                sum += (left + right).ssim
                left = right
            }
        }
        ssim = sum / Double((columns - 1) * (rows - 1))
        let mean = Double(error) / Double(columns * rows * 16)
        psnr = mean > 0 ? min(10 * log10(255 * 255 / mean), Self.equalPSNR) : Self.equalPSNR
    }

    /// Sums the blocks of 4 by 4 pixels of four rows.
    private static func fill(
        _ blocks: inout [BlockSums], _ a: Span<UInt8>, _ b: Span<UInt8>, row: Int, width: Int
    ) {
        for column in blocks.indices {
            var sums = BlockSums()
            for line in 0..<4 {
                let start = (row * 4 + line) * width + column * 4
                for index in start..<start + 4 {
                    let (one, other) = (Int32(a[index]), Int32(b[index]))
                    sums.a &+= one
                    sums.b &+= other
                    sums.squares &+= one &* one &+ other &* other
                    sums.product &+= one &* other
                }
            }
            blocks[column] = sums
        }
    }
}

/// Sums over the pixels of a block in two pictures.
private struct BlockSums {
    var a: Int32 = 0
    var b: Int32 = 0
    /// The squares of both.
    var squares: Int32 = 0
    var product: Int32 = 0

    static func + (one: BlockSums, other: BlockSums) -> BlockSums {
        BlockSums(
            a: one.a &+ other.a, b: one.b &+ other.b, squares: one.squares &+ other.squares,
            product: one.product &+ other.product)
    }

    /// The structural similarity of a window of 64 pixels, with the usual constants 0.01 and 0.03.
    var ssim: Double {
        let (a, b) = (Double(a), Double(b))
        let variances = Double(squares) * 64 - a * a - b * b
        let covariance = Double(product) * 64 - a * b
        return (2 * a * b + Self.c1) * (2 * covariance + Self.c2)
            / ((a * a + b * b + Self.c1) * (variances + Self.c2))
    }

    private static let c1 = 0.01 * 0.01 * 255 * 255 * 64 * 64
    private static let c2 = 0.03 * 0.03 * 255 * 255 * 64 * 64
}
