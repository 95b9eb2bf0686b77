/// Encodes pictures for the graphics protocol of kitty: uncompressed RGB in base64, in chunks. Each picture
/// replaces the one before.
struct KittyEncoder {
    /// The identifier of the image in the terminal.
    let image: Int

    /// The sequences that show a picture at the cursor. The terminal scales it to the columns and rows.
    func encode(_ picture: RGBPicture, columns: Int, rows: Int) -> [UInt8] {
        let data = Self.base64(picture.bytes)
        var text: [UInt8] = []
        text.reserveCapacity(data.count + data.count / 64 + 128)
        var keys =
            "a=T,f=24,s=\(picture.width),v=\(picture.height),i=\(image),p=1,c=\(columns),r=\(rows),C=1,"
        for start in stride(from: 0, to: data.count, by: Self.chunk) {
            let end = min(start + Self.chunk, data.count)
            text += "\u{1B}_G\(keys)q=2,m=\(end < data.count ? 1 : 0);".utf8
            text += data[start..<end]
            text += Self.terminator
            keys = ""
        }
        return text
    }

    /// The sequence that removes the picture.
    var erasure: [UInt8] { Array("\u{1B}_Ga=d,d=I,i=\(image),q=2\u{1B}\\".utf8) }

    /// The maximum data of one sequence, in bytes.
    private static let chunk = 4096
    private static let terminator = Array("\u{1B}\\".utf8)
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Base64 (RFC 4648) of whole pixels, which need no padding.
    private static func base64(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count / 3 * 4)
        for start in stride(from: 0, to: bytes.count - 2, by: 3) {
            let bits = Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
            for shift in [18, 12, 6, 0] { text.append(digits[bits >> shift & 63]) }
        }
        return text
    }
}
