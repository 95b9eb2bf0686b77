internal import HTTPTransport
internal import PlayheadCore
internal import PlayheadSystem

/// The body of a response that may have been encoded for its way (`Content-Encoding`), as it was before. One thread at a time.
final class ContentDecoder {
    private let address: HTTPURL
    private let unpacking: Inflater?
    private let limit: Int
    private let excess: PlayerError
    private var count = 0
    private var packed = 0

    /// Throws where it is encoded in a way that nobody asked for.
    ///
    /// - Parameters:
    ///   - limit: how many bytes are taken, when they are decoded.
    ///   - excess: what is thrown where there are more.
    init(
        _ head: HTTPResponseHead, at address: HTTPURL, limit: Int, excess: PlayerError
    ) throws(FetchFault) {
        (self.address, self.limit, self.excess) = (address, limit, excess)
        switch head.contentEncoding {
        case nil: unpacking = nil
        case "gzip", "x-gzip", "deflate": unpacking = Inflater()
        case let other?:
            throw .content("an answer that is packed in a way that nobody asked for (\(other))", address)
        }
    }

    /// What a piece is when it is decoded.
    func take(_ piece: ArraySlice<UInt8>) throws(FetchFault) -> ArraySlice<UInt8> {
        var plain = piece
        if let unpacking {
            // What is packed well is shorter; only what holds nothing may come for ever.
            packed += piece.count
            if packed - (1 << 20) > limit { throw FetchFault(.refused, excess) }
            do throws(Inflater.Fault) {
                plain = try unpacking.take(Array(piece), atMost: limit - count)[...]
            } catch {
                throw error == .tooLong
                    ? FetchFault(.refused, excess) : .content("an answer whose packing is damaged", address)
            }
        }
        count += plain.count
        if count > limit { throw FetchFault(.refused, excess) }
        return plain
    }

    /// What is wrong if nothing more comes.
    var fault: FetchFault? { unpacking?.isWhole ?? true ? nil : .broken(address) }
}
