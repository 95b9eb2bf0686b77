internal import Glibc

/// Searches in payload bytes with the C library, which uses vector instructions.
enum ByteScan {
    /// The index of the first `byte` at or after `start`.
    static func index(of byte: UInt8, in bytes: [UInt8], from start: Int) -> Int? {
        guard start >= 0, start < bytes.count else { return nil }
        return unsafe bytes.withUnsafeBytes { unsafe find(byte, $0, start) }
    }

    /// The index of the first `byte` in the slice.
    static func index(of byte: UInt8, in bytes: ArraySlice<UInt8>) -> Int? {
        guard let found = unsafe bytes.withUnsafeBytes({ unsafe find(byte, $0, 0) }) else { return nil }
        return bytes.startIndex + found
    }

    /// The index of the first start code prefix (00 00 01) at or after `start`.
    static func startCode(in bytes: [UInt8], from start: Int) -> Int? {
        guard start >= 0, start < bytes.count else { return nil }
        return unsafe bytes.withUnsafeBytes { unsafe startCode($0, start) }
    }

    /// The index of the first start code prefix (00 00 01) in a slice.
    static func startCode(in bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
        guard start >= bytes.startIndex, start < bytes.endIndex else { return nil }
        let first = bytes.startIndex
        let found = unsafe bytes.withUnsafeBytes { unsafe startCode($0, start - first) }
        return found.map { first + $0 }
    }

    private static func startCode(_ buffer: UnsafeRawBufferPointer, _ start: Int) -> Int? {
        var next = start + 2
        while let one = unsafe find(1, buffer, next) {
            if unsafe buffer[one - 1] == 0, unsafe buffer[one - 2] == 0 { return one - 2 }
            next = one + 1
        }
        return nil
    }

    private static func find(_ byte: UInt8, _ buffer: UnsafeRawBufferPointer, _ start: Int) -> Int? {
        guard start < buffer.count, let base = buffer.baseAddress else { return nil }
        let hit: UnsafeMutableRawPointer? = unsafe memchr(base + start, Int32(byte), buffer.count - start)
        return unsafe hit.map { unsafe UnsafeRawPointer($0) - base }
    }
}
