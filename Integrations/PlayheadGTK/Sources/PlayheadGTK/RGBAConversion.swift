internal import Playhead

/// Converts the pixels of a frame to RGBA without padding, on the processor.
struct RGBAConversion {
    private let frame: VideoFrame
    private let layout: PlaneLayout
    /// For each component and each value of its byte, or of the upper eight bits of its word, what it adds to red,
    /// green and blue, times 65536.
    private let shares: [[SIMD4<Int32>]]

    init(_ frame: VideoFrame, _ layout: PlaneLayout) {
        self.frame = frame
        self.layout = layout
        let matrix = ColorMatrix(frame, family: layout.family, depth: layout.depth).columns
        shares = (0..<3).map { component in
            (0..<256).map { value in
                var share = SIMD4<Int32>(repeating: 0)
                let level = Float(value) / 255
                for color in 0..<3 {
                    let constant = component == 0 ? matrix[12 + color] + 0.5 / 255 : 0
                    share[color] = Int32((matrix[component * 4 + color] * level + constant) * 255 * 65536)
                }
                if component == 0 { share[3] = 255 << 16 }
                return share
            }
        }
    }

    /// - Parameter target: memory for all pixels.
    @unsafe func convert(to target: UnsafeMutableRawBufferPointer) {
        unsafe convert(0, []) { planes in
            for y in 0..<frame.height { unsafe convert(row: y, planes, to: target) }
        }
    }

    /// Lends all planes at once.
    private func convert(
        _ plane: Int, _ lent: [UnsafeBufferPointer<UInt8>], _ body: ([UnsafeBufferPointer<UInt8>]) -> Void
    ) {
        guard plane < layout.pixelBytes.count else { return unsafe body(lent) }
        frame.withBytes(ofPlane: plane) { bytes in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe convert(plane + 1, lent + [bytes], body)
            }
        }
    }

    @unsafe private func convert(
        row y: Int, _ planes: [UnsafeBufferPointer<UInt8>], to target: UnsafeMutableRawBufferPointer
    ) {
        // The byte that counts: of a word, the upper eight of its bits.
        let sources = layout.components.map { component in
            let plane = frame.planes[component.plane]
            let size = layout.pixelBytes[component.plane]
            let across = plane.rowBytes / size < frame.width ? 1 : 0
            let down = plane.rows < frame.height ? 1 : 0
            let byte = component.weights.firstIndex { $0 != 0 } ?? 0
            return (
                start: (y >> down) * plane.stride + byte, size: size, across: across, plane: component.plane
            )
        }
        let shift = layout.depth > 8 ? wordShift : 0
        for x in 0..<frame.width {
            var sum = SIMD4<Int32>(repeating: 0)
            for component in 0..<3 {
                let source = sources[component]
                let at = source.start + (x >> source.across) * source.size
                var value = unsafe Int(planes[source.plane][at])
                if layout.depth > 8 {
                    value = unsafe min((value | Int(planes[source.plane][at + 1]) << 8) >> shift, 255)
                }
                sum &+= shares[component][value]
            }
            sum.clamp(
                lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255 << 16 | 65535))
            let bytes = sum &>> 16
            for color in 0..<4 {
                unsafe target[(y * frame.width + x) * 4 + color] = UInt8(truncatingIfNeeded: bytes[color])
            }
        }
    }

    /// How far a word is shifted so that its upper eight bits remain.
    private var wordShift: Int {
        frame.format == .p010 ? 8 : layout.depth - 8
    }
}
