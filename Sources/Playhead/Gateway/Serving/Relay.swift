internal import NIOCore
internal import NIOHTTP1

/// Passes the body of an answer on to a client, over as many requests to the server as it takes. On the loop of its channel only.
final class Relay: @unchecked Sendable {
    // Touched on the event loop of the channel only.
    /// What the client gets while nothing has come for it.
    enum Form: Sendable, Equatable {
        /// The medium itself: its length is passed on.
        case medium
        /// A part of a stream: the end of the body is the end, whatever was promised.
        case part
        /// A playlist, which is kept and not passed on.
        case playlist(limit: Int)
    }

    let channel: any Channel
    let request: HTTPRequestHead
    let asked: ContentRange?
    private(set) var form: Form
    private let own: HLSByteRange?
    /// What a playlist is made of.
    private(set) var collected = ByteBuffer()
    /// How many bytes of the answer have come.
    private(set) var reached = 0
    private(set) var isHeadSent = false
    private(set) var isEnded = false
    private(set) var isBegun = false
    private(set) var head: HTTPResponseHead?
    private var held = ByteBuffer()
    /// The first bytes, until they tell what it is: of what may be a playlist, of a part that is to be a medium, under a policy of every part.
    private var start = ByteBuffer()
    private var toSkip = 0
    /// Unpacks what is to be passed on, or kept, as it was before it was packed.
    private(set) var plain: PlainBody?
    /// Whether it is a text, which may come packed.
    let isText: Bool
    private let isMedium: Bool
    private let onList: (_ isManifest: Bool) -> Void
    private var titles: TitleSpacing?
    private var times: FragmentTimes?
    private var lastWrite = NIODeadline.now()
    private let mayTurnOut: Int?
    private let allowsManifests: Bool

    /// - Parameters:
    ///   - playlistLimit: how long a playlist may be that a medium turns out to be; nil: it is none.
    ///   - allowsManifests: whether it may be a manifest of DASH.
    ///   - isText: whether it is a text, which may come packed.
    ///   - isMedium: whether it is to be the bytes of a medium, as they are.
    ///   - times: what moves the timestamps in it.
    ///   - onList: called where a medium turns out to be a playlist, or a manifest that is allowed.
    init(
        _ request: HTTPRequestHead, _ form: Form, to channel: any Channel, playlistLimit: Int? = nil,
        allowsManifests: Bool = true, own: HLSByteRange? = nil,
        isText: Bool = false, isMedium: Bool = false, times: FragmentTimes? = nil,
        onList: @escaping (_ isManifest: Bool) -> Void = { _ in }
    ) {
        self.onList = onList
        self.isText = isText
        self.isMedium = isMedium
        self.times = times
        self.allowsManifests = allowsManifests
        self.request = request
        self.form = form
        self.channel = channel
        mayTurnOut = playlistLimit
        self.own = own
        switch form {
        case .medium: asked = ContentRange(request: request.headers)
        case .part:
            asked = (own?.range).map { ContentRange($0) } ?? ContentRange(request: request.headers)
        case .playlist: asked = nil
        }
    }

    var isPlaylist: Bool { if case .playlist = form { true } else { false } }

    /// What the next request to the server asks for.
    var range: HTTPHeaders {
        var headers = HTTPHeaders()
        guard !isPlaylist else { return .ofText }
        // What is packed has other places.
        if plain != nil { return headers }
        if (reached > 0 && !isEndless) || own != nil {
            let first = (asked?.first ?? 0) + reached
            headers.add(name: "Range", value: ContentRange(first: first, last: asked?.last).header)
            if let validator { headers.add(name: "If-Range", value: validator) }
        } else if let text = request.headers.first(name: "Range") {
            headers.add(name: "Range", value: text)
        }
        if let icy = request.headers.first(name: "Icy-MetaData") {
            headers.add(name: "Icy-MetaData", value: icy)
        }
        return headers
    }

    /// Looks at the head of an answer; whether its body is wanted.
    func take(_ new: HTTPResponseHead, from address: WebAddress) throws -> Bool {
        let status = Int(new.status.code)
        if status == 416, reached > 0,
            ContentRange(answer: new.headers)?.first == (asked?.first ?? 0) + reached
        {
            return false
        }
        guard (200..<300).contains(status) else { throw FetchFault(new, of: address) }
        if isPlaylist { collected.clear() }
        plain = try plainBody(new.headers, at: address)
        guard let head, reached > 0, !isPlaylist else {
            if status == 206, !isPlaylist, let asked, let sent = ContentRange(answer: new.headers),
                sent.first != asked.first
            {
                throw FetchFault.changed(address)
            }
            head = new
            titles = TitleSpacing(new.headers)
            start.clear()
            // A server without ranges gives all where a part was asked for.
            toSkip = form == .part && status != 206 ? asked?.first ?? 0 : 0
            return true
        }
        if status == 206 {
            guard let range = ContentRange(answer: new.headers), range.first == (asked?.first ?? 0) + reached
            else {
                throw FetchFault.changed(address)
            }
            toSkip = 0
            return true
        }
        if isEndless {
            try goOn(new, from: address)
            return true
        }
        // All of it again, from its beginning: what is there already is read past.
        let isSame = (["ETag", "Last-Modified", "Content-Length"] as [String]).allSatisfy { name in
            guard let old = head.headers.first(name: name), let now = new.headers.first(name: name) else {
                return true
            }
            return old == now || (name == "Content-Length" && head.status == .partialContent)
        }
        guard isSame else { throw FetchFault.changed(address) }
        let isPart = head.status == .partialContent || form == .part
        toSkip = reached + (isPart ? asked?.first ?? 0 : 0)
        return true
    }

    /// Takes a piece of the body, and succeeds when the next one can come.
    func take(_ buffer: ByteBuffer, from address: WebAddress) -> EventLoopFuture<Void> {
        var buffer = buffer
        if let plain {
            do throws(FetchFault) { buffer = try plain.take(buffer) } catch {
                return channel.eventLoop.makeFailedFuture(error)
            }
        }
        var isEnough = false
        let skipped = min(toSkip, buffer.readableBytes)
        buffer.moveReaderIndex(forwardBy: skipped)
        toSkip -= skipped
        if form == .part, let asked, let last = asked.last {
            let room = last - asked.first + 1 - reached - start.readableBytes
            if buffer.readableBytes > room { buffer.moveWriterIndex(to: buffer.readerIndex + room) }
            isEnough = buffer.readableBytes == room && hasMuchMore(behind: last)
        }
        guard buffer.readableBytes > 0 else { return channel.eventLoop.makeSucceededVoidFuture() }
        if reached == 0, isStartHeld {
            start.writeBuffer(&buffer)
            guard
                isEnough || isTelling(begins(with: start), count: start.readableBytes)
            else { return channel.eventLoop.makeSucceededVoidFuture() }
            buffer = start
            start.clear()
        }
        if reached == 0 {
            if let fault = look(at: buffer, from: address) {
                return channel.eventLoop.makeFailedFuture(fault)
            }
            // What was packed turned out to be a playlist.
            if isPlaylist, plain == nil, let head, head.headers.packing != nil {
                do throws(FetchFault) {
                    plain = try plainBody(head.headers, at: address)
                    buffer = try plain?.take(buffer) ?? buffer
                } catch {
                    return channel.eventLoop.makeFailedFuture(error)
                }
            }
        }
        isBegun = true
        if case .playlist(let limit) = form {
            collected.writeBuffer(&buffer)
            guard collected.readableBytes <= limit else {
                let error = NetworkPolicy.longPlaylist(limit, address)
                return channel.eventLoop.makeFailedFuture(FetchFault(.refused, error))
            }
            return channel.eventLoop.makeSucceededVoidFuture()
        }
        reached += buffer.readableBytes
        titles?.pass(buffer.readableBytesView)
        sendHead()
        if let passed = times?.pass(buffer) { buffer = passed }
        if times?.isUncountable == true {
            return channel.eventLoop.makeFailedFuture(FetchFault.uncountable(address))
        }
        guard buffer.readableBytes > 0 || isEnough else { return channel.eventLoop.makeSucceededVoidFuture() }
        if held.readableBytes > 0 { write(held) }
        let kept = min(Self.heldBack, buffer.readableBytes)
        held = buffer.getSlice(at: buffer.writerIndex - kept, length: kept) ?? ByteBuffer()
        buffer.moveWriterIndex(to: buffer.writerIndex - kept)
        lastWrite = .now()
        let written = channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(buffer)))
        guard isEnough, let head else { return written }
        return written.flatMapThrowing { throw EnoughRead(head: head) }
    }

    /// Whether the beginning of a body is looked at before it is passed on.
    private var isStartHeld: Bool {
        switch form {
        case .medium: mayTurnOut != nil && asked?.first ?? 0 == 0
        case .part: isMedium || !allowsManifests
        case .playlist: false
        }
    }

    /// Whether what is held shows what it is, or is as much as is looked at.
    private func isTelling(_ first: MediumStart, count: Int) -> Bool {
        guard isMedium else {
            return count >= MediumStart.ofManifest || first.isTelling(allowsManifests: allowsManifests)
        }
        let part = first.part
        return part == .streamed
            || count >= (part == .cutFragment ? MediumStart.ofFragment : MediumStart.ofManifest)
    }

    /// Why the beginning of a body shows that it is not what was asked for. A medium may turn out to be a playlist.
    private func look(at buffer: ByteBuffer, from address: WebAddress) -> FetchFault? {
        let first = begins(with: buffer)
        if form == .part, first.isPage {
            return .content("a page in place of a part of the stream", address)
        }
        // hlsdemux2 would have what is in it fetched past the gateway.
        if form == .part, !allowsManifests, first.namesOthers {
            return FetchFault(.refused, NetworkPolicy.nested(address))
        }
        if form == .part, !isText, first.isProse {
            return .content("a text in place of a part of the stream", address)
        }
        if isMedium, first.part == .foreign {
            return .content("something that is no medium in place of a part of the stream", address)
        }
        if form == .medium, let mayTurnOut, asked?.first ?? 0 == 0 {
            let isNamed = head?.headers.first(name: "Content-Type")?.lowercased().hasPrefix(
                "application/dash+xml")
            if first.isPlaylist || first.isPresentation || isNamed == true && first.isMarkup {
                form = .playlist(limit: mayTurnOut)
                onList(false)
            } else if first.isManifest {
                guard allowsManifests else {
                    return FetchFault(.refused, NetworkPolicy.manifest(at: address.text))
                }
                onList(true)
            }
        }
        return nil
    }

    /// All of the body has come: `nil`, or what was wrong with it.
    func fault(at address: WebAddress) -> FetchFault? {
        if start.readableBytes > 0, let fault = look(at: start, from: address) { return fault }
        if isPlaylist, start.readableBytes > 0 {
            collected = start
            start.clear()
        }
        if let fault = plain?.fault { return fault }
        if form == .part, reached == 0, start.readableBytes == 0, request.method != .HEAD {
            return .content("nothing in place of a part of the stream", address)
        }
        return nil
    }

    /// What a station sends now follows what it sent before the connection broke.
    private func goOn(_ new: HTTPResponseHead, from address: WebAddress) throws {
        let spacing = TitleSpacing(new.headers)
        guard titles?.interval == spacing?.interval else { throw FetchFault.changed(address) }
        toSkip = titles?.untilInStep ?? 0
        guard let titles, titles.isInTitle else { return }
        // The rest of a title that broke off.
        held.writeRepeatingByte(0, count: titles.rest)
        self.titles = spacing
    }

    /// The client gets the rest.
    func finish() -> EventLoopFuture<Void> {
        if !isHeadSent { sendHead(isEmpty: start.readableBytes == 0) }
        if held.readableBytes > 0 { write(held) }
        held.clear()
        // It was shorter than a playlist is.
        if start.readableBytes > 0 { write(times?.pass(start) ?? start) }
        start.clear()
        if let rest = times?.end(), rest.readableBytes > 0 { write(rest) }
        isEnded = true
        return channel.writeAndFlush(HTTPServerResponsePart.end(nil))
    }

    /// Answers with something of ours.
    func answer(_ status: HTTPResponseStatus, _ text: String = "", type: String? = nil) -> EventLoopFuture<
        Void
    > {
        answer(status, ByteBuffer(string: text), type: type)
    }

    func answer(
        _ status: HTTPResponseStatus, _ body: ByteBuffer, type: String? = nil
    ) -> EventLoopFuture<Void> {
        var headers = HTTPHeaders([
            ("Content-Length", String(body.readableBytes)), ("Cache-Control", "no-store"),
        ])
        if let type { headers.add(name: "Content-Type", value: type) }
        if status == .partialContent, let first = asked?.first {
            let last = first.addingReportingOverflow(max(body.readableBytes, 1) - 1).partialValue
            headers.add(name: "Content-Range", value: "bytes \(first)-\(last)/*")
        }
        isHeadSent = true
        channel.write(
            HTTPServerResponsePart.head(
                HTTPResponseHead(version: .http1_1, status: status, headers: headers)),
            promise: nil)
        if body.readableBytes > 0, request.method != .HEAD { write(body) }
        isEnded = true
        return channel.writeAndFlush(HTTPServerResponsePart.end(nil))
    }

    /// Nothing has come for a while: the client is to know that it is being served. It goes by the system's clock, and so does this.
    func keepAlive() {
        guard channel.isActive, NIODeadline.now() - lastWrite >= Self.patience else { return }
        lastWrite = .now()
        if !isHeadSent {
            channel.writeAndFlush(
                HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .processing)),
                promise: nil)
        } else if let byte = held.readSlice(length: 1) {
            channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(byte)), promise: nil)
        }
    }

    /// What makes sure that what comes later belongs to what came before.
    private var validator: String? {
        if let tag = head?.headers.first(name: "ETag"), !tag.hasPrefix("W/") { return tag }
        return head?.headers.first(name: "Last-Modified")
    }

    private func write(_ buffer: ByteBuffer) {
        lastWrite = .now()
        channel.write(HTTPServerResponsePart.body(.byteBuffer(buffer)), promise: nil)
    }

    private func sendHead(isEmpty: Bool = false) {
        guard !isHeadSent, let head else { return }
        isHeadSent = true
        var headers = HTTPHeaders()
        for (name, value) in head.headers where Self.isPassedOn(name) {
            if plain != nil, name.lowercased() == "content-encoding" { continue }
            headers.add(name: name, value: value)
        }
        let isWhole = form == .medium || request.method == .HEAD
        if let length = head.headers.first(name: "Content-Length"), isWhole {
            headers.add(name: "Content-Length", value: length)
        } else if isEmpty {
            headers.add(name: "Content-Length", value: "0")
        } else {
            headers.add(name: "Transfer-Encoding", value: "chunked")
        }
        var status = own == nil ? head.status : .ok
        // What a server without ranges gave is cut to what was asked for.
        if form == .part, own == nil, head.status == .ok, let asked, let last = asked.last {
            status = .partialContent
            headers.replaceOrAdd(name: "Content-Range", value: "bytes \(asked.first)-\(last)/*")
        }
        channel.write(
            HTTPServerResponsePart.head(
                HTTPResponseHead(version: .http1_1, status: status, headers: headers)),
            promise: nil)
    }

    private static func isPassedOn(_ name: String) -> Bool {
        let name = name.lowercased()
        return passedOn.contains(name) || name.hasPrefix("icy-")
    }

    private static let passedOn: Set<String> = [
        "content-type", "content-range", "accept-ranges", "etag", "last-modified", "cache-control", "date",
        "content-disposition", "content-encoding",
    ]
    private static let heldBack = 128
    private static let patience: TimeAmount = .seconds(4)
}
