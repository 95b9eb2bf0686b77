import Playhead

/// A part of a frame as it is displayed, in fractions of its width and height.
struct DisplayRegion: Equatable, Sendable {
    var columns = 0.0..<1.0
    var rows = 0.0..<1.0
}

extension VideoFrame {
    /// A region of the displayed frame, scaled by box sampling. The frame is turned and mirrored as it
    /// requires.
    ///
    /// Formats without a ``SampleLayout`` are gray. The picture is black if the pixels cannot be read.
    func picture(width: Int, height: Int, region: DisplayRegion = DisplayRegion()) -> RGBPicture {
        let black = RGBPicture(width: width, height: height, bytes: [])
        guard self.width > 0, self.height > 0, width > 0, height > 0 else { return black }
        let axes = axes(width: width, height: height, region: region)
        guard let layout = SampleLayout(format), isReadable(layout) else {
            return grayPicture(width: width, height: height, axes) ?? black
        }
        let samples = layout.components.map { averages(of: $0, in: layout, axes) }
        let conversion = ColorConversion(
            color, model: layout.model, depth: layout.depth, height: self.height)
        return RGBPicture(width: width, height: height) { index in
            switch layout.model {
            case .gray:
                conversion.color(red: samples[0][index], green: samples[0][index], blue: samples[0][index])
            case .rgb:
                conversion.color(
                    red: samples[0][index], green: samples[1][index], blue: samples[2][index])
            case .yCbCr:
                conversion.color(y: samples[0][index], cb: samples[1][index], cr: samples[2][index])
            }
        }
    }

    /// The axes of the stored frame, and whether its columns become rows.
    private typealias Axes = (x: AxisSampling, y: AxisSampling, isTransposed: Bool)

    private func axes(width: Int, height: Int, region: DisplayRegion) -> Axes {
        let isTransposed = rotation % 180 != 0
        let (across, down) = isTransposed ? (height, width) : (width, height)
        let (columns, rows) =
            isTransposed ? (region.rows, region.columns) : (region.columns, region.rows)
        return (
            AxisSampling(
                source: self.width, count: across, part: columns,
                isReversed: (rotation == 180 || rotation == 270) != isMirrored),
            AxisSampling(
                source: self.height, count: down, part: rows, isReversed: rotation == 90 || rotation == 180),
            isTransposed
        )
    }

    private func isReadable(_ layout: SampleLayout) -> Bool {
        let planes = planes
        return layout.components.allSatisfy { component in
            guard planes.indices.contains(component.plane) else { return false }
            let plane = planes[component.plane]
            return plane.rows > 0 && plane.rowBytes >= component.step && plane.stride >= plane.rowBytes
        }
    }

    /// The average sample of a component for each pixel of the picture, on the scale of 8 bits.
    private func averages(
        of component: SampleLayout.Component, in layout: SampleLayout, _ axes: Axes
    ) -> [Float] {
        let plane = planes[component.plane]
        let lastColumn = plane.rowBytes / component.step - 1
        let xs = axes.x.positions.map { positions in
            positions.map {
                component.offset + min($0 >> component.columnShift, lastColumn) * component.step
            }
        }
        let ys = axes.y.positions.map { positions in
            positions.map { min($0 >> component.rowShift, plane.rows - 1) * plane.stride }
        }
        let (columns, rows) = axes.isTransposed ? (ys, xs) : (xs, ys)
        let isWide = layout.depth > 8
        let scale = Float(1 << (layout.depth - 8))
        return withBytes(ofPlane: component.plane) { bytes in
            var result: [Float] = []
            result.reserveCapacity(columns.count * rows.count)
            for row in rows {
                for column in columns {
                    var sum = 0
                    for y in row {
                        for x in column {
                            sum += isWide ? bytes.word(at: y + x) >> layout.unusedBits : bytes.byte(at: y + x)
                        }
                    }
                    result.append(Float(sum) / (Float(row.count * column.count) * scale))
                }
            }
            return result
        }
    }

    /// The luma of a frame in any other format; nil if it cannot be read.
    private func grayPicture(width: Int, height: Int, _ axes: Axes) -> RGBPicture? {
        let luma = luma
        guard luma.count >= self.width * self.height else { return nil }
        let conversion = ColorConversion(color, model: .gray, depth: 8, height: self.height)
        return RGBPicture(width: width, height: height) { index in
            let (column, row) = (index % width, index / width)
            let xs = axes.x.positions[axes.isTransposed ? row : column]
            let ys = axes.y.positions[axes.isTransposed ? column : row]
            let sum = ys.reduce(0) { sum, y in
                xs.reduce(sum) { $0 + Int(luma[y * self.width + $1]) }
            }
            let mean = Float(sum) / Float(xs.count * ys.count)
            return conversion.color(red: mean, green: mean, blue: mean)
        }
    }
}

extension RGBPicture {
    /// Makes a picture of a colour for each pixel.
    fileprivate init(width: Int, height: Int, color: (Int) -> RGBColor) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 3)
        for index in 0..<width * height {
            let color = color(index)
            bytes.append(color.red)
            bytes.append(color.green)
            bytes.append(color.blue)
        }
        self.init(width: width, height: height, bytes: bytes)
    }
}

extension Span<UInt8> {
    @inline(__always) fileprivate func byte(at offset: Int) -> Int { Int(self[offset]) }

    /// A 16-bit little-endian word.
    @inline(__always) fileprivate func word(at offset: Int) -> Int {
        byte(at: offset) | byte(at: offset + 1) << 8
    }
}
