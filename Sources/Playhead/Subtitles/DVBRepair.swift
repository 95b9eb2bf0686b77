/// Makes DVB subtitles (ETSI EN 300 743) such that GStreamer's decoder draws them: of an object that is as wide as its region it takes
/// the first line only (1.22.0), so each region is made a column wider.
enum DVBRepair {
    static func widened(_ data: [UInt8]) -> [UInt8] {
        var data = data
        // A segment begins with a byte of synchronisation, and its type, page and length; before the first one stand two bytes.
        var place = data.first == segmentSign ? 0 : 2
        while place + 6 <= data.count, data[place] == segmentSign {
            let length = Int(data[place + 4]) << 8 | Int(data[place + 5])
            let content = place + 6
            if data[place + 1] == region, length >= 4, content + 4 <= data.count {
                let width = (UInt16(data[content + 2]) << 8 | UInt16(data[content + 3])) &+ 1
                (data[content + 2], data[content + 3]) = (UInt8(width >> 8), UInt8(width & 0xFF))
            }
            place = content + length
        }
        return data
    }

    private static let segmentSign: UInt8 = 0x0F
    private static let region: UInt8 = 0x11
}
