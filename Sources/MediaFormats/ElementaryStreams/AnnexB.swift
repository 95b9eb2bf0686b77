/// The byte stream format of NAL units (ISO/IEC 14496-10, annex B; ISO/IEC 23008-2, annex B).
package enum AnnexB {
    /// The ranges of the NAL units in an access unit, without start codes and trailing zero bytes.
    package static func units(in bytes: ArraySlice<UInt8>) -> [Range<Int>] {
        var units: [Range<Int>] = []
        var code = ByteScan.startCode(in: bytes, from: bytes.startIndex)
        while let found = code {
            let start = found + 3
            code = ByteScan.startCode(in: bytes, from: start)
            var end = code ?? bytes.endIndex
            while end > start, bytes[end - 1] == 0 { end -= 1 }
            if end > start { units.append(start..<end) }
        }
        return units
    }
}
