internal import NIOCore
internal import NIOHTTP1
internal import PlayheadLoops

/// A request that is sent before the pipeline asks for what it brings. Whoever asks first gets the answer, from its beginning on and as it comes.
final class HeadStart: Sendable {
    /// What is asked for.
    struct Question: Sendable, Hashable {
        var uri: String
        /// Whether it is a playlist, which may come packed.
        var isPlaylist: Bool
        /// The part of it, as the header `Range` has it; nil for all.
        var range: String?

        fileprivate var headers: HTTPHeaders {
            var headers = isPlaylist ? HTTPHeaders.ofText : HTTPHeaders()
            if let range { headers.add(name: "Range", value: range) }
            return headers
        }
    }

    private enum Piece: Sendable {
        case head(HTTPResponseHead)
        case body(ByteBuffer)
    }

    /// When it was sent.
    let began: Duration
    private let address: WebAddress
    private let pieces: AsyncStream<Piece>
    private let stock: AnswerStock
    private let task: Task<Result<Fetcher.Outcome, FetchFault>, Never>

    /// Sends it.
    ///
    /// - Parameters:
    ///   - limit: how many bytes may wait; more comes when they have been taken.
    ///   - onWhole: is given the answer when all of it has come, taken or not; never one that is longer than the limit.
    init(
        _ question: Question, at address: WebAddress, from origin: WebAddress? = nil, with fetcher: Fetcher,
        limit: Int, onWhole: (@Sendable (Fetcher.Outcome, [ByteBuffer]) -> Void)? = nil
    ) {
        let time = fetcher.order.time
        let began = time.now
        let (pieces, arrive) = AsyncStream<Piece>.makeStream()
        let stock = AnswerStock(limit: limit, isCollected: onWhole != nil, on: fetcher.loop)
        var taker = FetchAttempt.Taker { head in
            guard (200..<300).contains(head.status.code) else { throw FetchFault(head, of: address) }
            stock.begin(after: time.now - began)
            arrive.yield(.head(head))
            return true
        } body: { buffer in
            arrive.yield(.body(buffer))
            return stock.put(buffer)
        }
        taker.isMedia = !question.isPlaylist
        (self.began, self.address, self.pieces, self.stock) = (began, address, pieces, stock)
        task = Task(executorPreference: LoopExecutor(fetcher.loop)) {
            let result: Result<Fetcher.Outcome, FetchFault>
            do throws(FetchFault) {
                result = .success(
                    try await fetcher.fetch(
                        address.text, .GET, headers: question.headers, from: origin, for: taker, onSent: {}))
            } catch {
                result = .failure(error)
            }
            stock.finish(after: time.now - began)
            arrive.finish()
            if let onWhole, case .success(let outcome) = result, let body = stock.collected {
                onWhole(outcome, body)
            }
            return result
        }
    }

    deinit { cancel() }

    /// How long it took until something came; nil until then.
    var untilFirstByte: Duration? { stock.untilFirstByte }

    /// How long it took until all had come; nil until then.
    var duration: Duration? { stock.duration }

    /// Gives the answer to somebody, and returns when all of it has been taken. Once only.
    func pass(to taker: FetchAttempt.Taker) async -> Result<Fetcher.Outcome, FetchFault> {
        await withTaskCancellationHandler {
            do {
                for await piece in pieces {
                    switch piece {
                    case .head(let head):
                        if try taker.head(head) { continue }
                        cancel()
                        return .success(Fetcher.Outcome(head: head, address: address))
                    case .body(let buffer):
                        try await taker.body(buffer).get()
                        stock.take(buffer)
                    }
                }
                return await task.value
            } catch let enough as EnoughRead {
                cancel()
                return .success(Fetcher.Outcome(head: enough.head, address: address))
            } catch {
                cancel()
                return .failure(error as? FetchFault ?? .broken(address))
            }
        } onCancel: {
            cancel()
        }
    }

    /// Ends it, whether it was taken or not.
    func cancel() {
        task.cancel()
        stock.clear()
    }
}
