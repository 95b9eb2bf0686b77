package enum HTTPVersion: Sendable, Hashable {
    case http1_0, http1_1, http2, http3
    /// The status line `ICY 200 OK` of SHOUTcast servers.
    case icy
}

/// The status line and the header fields of a response.
package struct HTTPResponseHead: Sendable, Equatable {
    package struct Field: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(name: String, value: String) { (self.name, self.value) = (name, value) }
    }

    package var version: HTTPVersion
    package var status: Int
    /// The reason phrase; empty in HTTP/2.
    package var reason: String
    /// The fields in the order of the response, with duplicates. Bytes that are not UTF-8 are read as ISO
    /// 8859-1.
    package var fields: [Field] = []

    package init(version: HTTPVersion, status: Int, reason: String = "") {
        (self.version, self.status, self.reason) = (version, status, reason)
    }

    /// The value of the first field with this name, case-insensitive.
    package subscript(name: String) -> String? { values(name).first }

    package func values(_ name: String) -> [String] {
        fields.lazy.filter { $0.name.utf8.elementsEqualIgnoringCase(name.utf8) }.map(\.value)
    }
}

extension Sequence<UInt8> {
    func elementsEqualIgnoringCase(_ other: some Sequence<UInt8>) -> Bool {
        elementsEqual(other) { $0.lowered == $1.lowered }
    }
}

extension UInt8 {
    /// The byte with an ASCII letter changed to lower case.
    var lowered: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }
}
