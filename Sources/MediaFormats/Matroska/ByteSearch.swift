internal import Glibc

/// Searches in bytes at the speed of the C library.
enum ByteSearch {
    /// The number of bytes before the first complete match of a pattern; nil without a match. The search goes
    /// block by block, so that a rare pattern is not searched far beyond a match of a frequent one.
    static func first(of patterns: [[UInt8]], in bytes: ArraySlice<UInt8>) -> Int? {
        let longest = patterns.reduce(1) { max($0, $1.count) }
        var start = 0
        while start < bytes.count {
            let piece = bytes.dropFirst(start).prefix(4096 + longest - 1)
            var found: Int?
            for pattern in patterns {
                guard let offset = offset(of: pattern, in: piece) else { continue }
                found = min(found ?? offset, offset)
            }
            if let found { return start + found }
            start += 4096
        }
        return nil
    }

    private static func offset(of pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard let first = pattern.first else { return nil }
        var rest = bytes
        while let offset = offset(of: first, in: rest) {
            rest = rest.dropFirst(offset)
            if rest.starts(with: pattern) { return rest.startIndex - bytes.startIndex }
            rest = rest.dropFirst()
        }
        return nil
    }

    private static func offset(of byte: UInt8, in bytes: ArraySlice<UInt8>) -> Int? {
        unsafe bytes.withUnsafeBytes { bytes -> Int? in
            guard let start = bytes.baseAddress else { return nil }
            guard let found = unsafe memchr(start, Int32(byte), bytes.count) else { return nil }
            return unsafe UnsafeRawPointer(found) - start
        }
    }
}
