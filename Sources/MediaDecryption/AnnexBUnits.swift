internal import Glibc

/// Splits data into NAL units with start codes (ISO/IEC 14496-10, annex B).
enum AnnexBUnits {
    struct Unit: Equatable {
        /// The start code with preceding zero bytes; empty for data before the first start code.
        var startCode: Range<Int>
        var bytes: Range<Int>
    }

    /// All units in order. Their ranges cover all bytes.
    static func split(_ data: ArraySlice<UInt8>) -> [Unit] {
        var units: [Unit] = []
        var code = data.startIndex..<data.startIndex
        var searched = data.startIndex
        while let found = threeBytes(0x01, in: data, from: searched) {
            var start = found
            while start > code.upperBound, data[start - 1] == 0 { start -= 1 }
            append(code, start, to: &units)
            code = start..<(found + 3)
            searched = found + 3
        }
        // Trailing zero bytes belong to no unit.
        var end = data.endIndex
        while end > code.upperBound, data[end - 1] == 0 { end -= 1 }
        append(code, end, to: &units)
        append(end..<data.endIndex, data.endIndex, to: &units)
        return units
    }

    private static func append(_ code: Range<Int>, _ end: Int, to units: inout [Unit]) {
        if !code.isEmpty || code.upperBound < end {
            units.append(Unit(startCode: code, bytes: code.upperBound..<end))
        }
    }

    /// Removes the third byte of each `00 00 03` (section 7.4.1), except at the very end.
    static func withoutEmulationPrevention(_ data: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(data.count)
        var start = data.startIndex
        while let found = threeBytes(0x03, in: data, from: start), found + 3 < data.endIndex {
            output += data[start..<(found + 2)]
            start = found + 3
        }
        output += data[start...]
        return output
    }

    /// The index of the next `00 00` before a byte of value `last`.
    private static func threeBytes(_ last: UInt8, in data: ArraySlice<UInt8>, from start: Int) -> Int? {
        var next = start + 2
        while next < data.endIndex {
            guard let found = index(of: last, in: data[next...]) else { return nil }
            if data[found - 1] == 0, data[found - 2] == 0 { return found - 2 }
            next = found + 1
        }
        return nil
    }

    private static func index(of byte: UInt8, in data: ArraySlice<UInt8>) -> Int? {
        unsafe data.withUnsafeBufferPointer { buffer -> Int? in
            guard let base = buffer.baseAddress, let found = unsafe memchr(base, Int32(byte), buffer.count)
            else {
                return nil
            }
            return unsafe data.startIndex + (UnsafeRawPointer(found) - UnsafeRawPointer(base))
        }
    }
}
