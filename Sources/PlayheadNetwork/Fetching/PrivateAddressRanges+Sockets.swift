internal import HTTPTransport
internal import PlayheadCore

extension PrivateAddressRanges {
    static func contains(_ address: SocketAddressBytes) -> Bool { contains(address: address.address) }

    @Sendable static func excludes(_ address: SocketAddressBytes) -> Bool { !contains(address) }
}
