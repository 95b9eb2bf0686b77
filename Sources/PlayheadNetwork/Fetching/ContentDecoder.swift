internal import HTTPTransport
internal import PlayheadCore
internal import PlayheadSystem

/// Decodes a response body by its `Content-Encoding`. An instance is used by one thread at a time.
final class ContentDecoder {
    private let address: HTTPURL
    private let unpacking: Inflater?
    private let limit: Int
    private let excess: PlayerError
    private var count = 0
    private var packed = 0

    /// Throws when the body has an encoding that the request did not accept.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of decoded bytes.
    ///   - excess: the error for more bytes.
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

    /// Decodes a chunk of the body.
    func take(_ piece: ArraySlice<UInt8>) throws(FetchFault) -> ArraySlice<UInt8> {
        var plain = piece
        if let unpacking {
            // Compressed data is normally shorter than its content. Data without content could otherwise
            // arrive forever.
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

    /// The fault if the body ended here; nil when it is complete.
    var fault: FetchFault? { unpacking?.isWhole ?? true ? nil : .broken(address) }
}
