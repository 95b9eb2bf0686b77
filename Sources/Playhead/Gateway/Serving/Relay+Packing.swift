internal import NIOCore
internal import NIOHTTP1

/// Servers that pack what they send: texts are unpacked, and everything else is passed on as it came.
extension Relay {
    /// What unpacks the body of an answer; nil where that is passed on as it comes.
    func plainBody(_ headers: HTTPHeaders, at address: WebAddress) throws(FetchFault) -> PlainBody? {
        guard headers.packing != nil else { return nil }
        if case .playlist(let limit) = form {
            return try PlainBody(
                headers, at: address, limit: limit, excess: NetworkPolicy.longPlaylist(limit, address))
        }
        guard isText, asked == nil else { return nil }
        return try PlainBody(
            headers, at: address, limit: SubtitleDocument.largest, excess: .tooLarge(address.text))
    }

    /// What the bytes that are held from the beginning of a body tell of it, packed or not.
    func begins(with held: ByteBuffer) -> MediumStart {
        let isPacked = plain == nil && head?.headers.packing != nil
        return MediumStart(isPacked ? PlainBody.start(of: held, count: MediumStart.ofManifest) : held)
    }
}
