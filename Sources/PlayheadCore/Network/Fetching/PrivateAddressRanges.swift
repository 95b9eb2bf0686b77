internal import PlayheadSystem

/// The non-public IP addresses: this machine, its links and private networks (RFC 6890), and cloud services.
package enum PrivateAddressRanges {
    /// Whether an address of 4 or 16 bytes is private.
    package static func contains(address bytes: [UInt8]) -> Bool {
        bytes.count == 4 ? isPrivate(v4: bytes) : isPrivate(v6: bytes)
    }

    /// Whether a host is a private IP address literal; names are not resolved.
    package static func contains(host: String) -> Bool {
        let host = host.trimmingBrackets.lowercased()
        if host == "localhost" || host.hasSuffix(".localhost") { return true }
        let plain = String(host.prefix { $0 != "%" })
        guard let bytes = NumericHost.bytes(plain) else {
            return IPv4Spelling.bytes(of: plain).map(isPrivate(v4:)) ?? false
        }
        return contains(address: bytes)
    }

    private static func isPrivate(v4 bytes: [UInt8]) -> Bool {
        switch (bytes[0], bytes[1]) {
        case (0, _), (10, _), (127, _), (169, 254), (172, 16...31), (192, 168), (100, 64...127),
            (198, 18...19), (224..., _):
            true
        case (192, 0): bytes[2] == 0
        // Cloud services.
        case (168, 63): bytes[2] == 129 && bytes[3] == 16
        default: false
        }
    }

    private static func isPrivate(v6 bytes: [UInt8]) -> Bool {
        let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && (bytes[10...11].allSatisfy { $0 == 0xff })
        let isTranslated = bytes[..<12].elementsEqual([0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0])
        if isMapped || isTranslated { return isPrivate(v4: Array(bytes[12...])) }
        // Local translation, and tunnels with unknown targets.
        if bytes[..<6].elementsEqual([0, 0x64, 0xff, 0x9b, 0, 1])
            || bytes[..<4].elementsEqual([0x20, 1, 0, 0])
        {
            return true
        }
        if bytes[0] == 0x20, bytes[1] == 2 { return isPrivate(v4: Array(bytes[2..<6])) }
        // The unspecified address, loopback, and the deprecated form of mapped addresses.
        if bytes[..<12].allSatisfy({ $0 == 0 }) { return true }
        return bytes[0] & 0xfe == 0xfc || (bytes[0] == 0xfe && bytes[1] & 0x80 == 0x80) || bytes[0] == 0xff
    }
}

/// The notations of IPv4 addresses that resolvers accept beside four decimal numbers: `0x7f.1`, `2130706433`,
/// `0177.0.0.1`.
private enum IPv4Spelling {
    static func bytes(of host: String) -> [UInt8]? {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...4).contains(parts.count) else { return nil }
        let numbers = parts.compactMap(number)
        guard numbers.count == parts.count, let last = numbers.last else { return nil }
        guard numbers.dropLast().allSatisfy({ $0 < 256 }) else { return nil }
        let room = UInt64(1) << (8 * UInt64(5 - parts.count))
        guard last < room else { return nil }
        var value = last
        for (index, number) in numbers.dropLast().enumerated() { value |= number << UInt64(24 - 8 * index) }
        return (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt64(24 - 8 * $0)) }
    }

    private static func number(_ text: Substring) -> UInt64? {
        if text.hasPrefix("0x") { return UInt64(text.dropFirst(2), radix: 16) }
        if text.count > 1, text.hasPrefix("0") { return UInt64(text, radix: 8) }
        return UInt64(text)
    }
}

extension String {
    /// The text without the brackets of an IPv6 address in a URL.
    package var trimmingBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
    }
}
