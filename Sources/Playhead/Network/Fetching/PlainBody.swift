internal import GStreamer
internal import NIOCore
internal import NIOHTTP1

/// The body of an answer that may have been packed for the way (`Content-Encoding`), as it was before. One thread at a time.
final class PlainBody {
    private let address: WebAddress
    private let unpacking: Unpacking?
    private let limit: Int
    private let excess: PlayerError
    private var count = 0
    private var packed = 0

    /// Throws where it is packed in a way that nobody asked for.
    ///
    /// - Parameters:
    ///   - limit: how many bytes are taken, when they are unpacked.
    ///   - excess: what is thrown where there are more.
    init(
        _ headers: HTTPHeaders, at address: WebAddress, limit: Int, excess: PlayerError
    ) throws(FetchFault) {
        (self.address, self.limit, self.excess) = (address, limit, excess)
        switch headers.packing {
        case nil: unpacking = nil
        case "gzip", "x-gzip", "deflate": unpacking = Unpacking()
        case let other?:
            throw .content("an answer that is packed in a way that nobody asked for (\(other))", address)
        }
    }

    /// What a piece is when it is unpacked.
    func take(_ piece: ByteBuffer) throws(FetchFault) -> ByteBuffer {
        var plain = piece
        if let unpacking {
            // What is packed well is shorter; only what holds nothing may come for ever.
            packed += piece.readableBytes
            if packed > limit + (1 << 20) { throw FetchFault(.refused, excess) }
            do throws(Unpacking.Fault) {
                let bytes = try unpacking.take(Array(piece.readableBytesView), atMost: limit - count)
                plain = ByteBuffer(bytes: bytes)
            } catch {
                throw error == .tooLong
                    ? FetchFault(.refused, excess) : .content("an answer whose packing is damaged", address)
            }
        }
        count += plain.readableBytes
        if count > limit { throw FetchFault(.refused, excess) }
        return plain
    }

    /// What is wrong if nothing more comes.
    var fault: FetchFault? { unpacking?.isWhole ?? true ? nil : .broken(address) }

    /// The first bytes of what was packed, as far as they can be told from the beginning of it.
    static func start(of packed: ByteBuffer, count: Int) -> ByteBuffer {
        let unpacking = Unpacking()
        var plain: [UInt8] = []
        for piece in Array(packed.readableBytesView).chunks(of: 256) where plain.count < count {
            guard let more = try? unpacking.take(piece, atMost: .max) else { break }
            plain += more
        }
        return ByteBuffer(bytes: plain)
    }
}

extension HTTPHeaders {
    /// What a request bears for what is to be read as a whole: it may be packed for the way.
    static let ofText: HTTPHeaders = ["Accept-Encoding": "gzip"]

    /// How a body was packed; nil: not at all.
    var packing: String? {
        let names = self[canonicalForm: "Content-Encoding"].map { $0.lowercased() }.filter {
            $0 != "identity" && !$0.isEmpty
        }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}

extension [UInt8] {
    fileprivate func chunks(of size: Int) -> [[UInt8]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
