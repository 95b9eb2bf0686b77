internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import Playhead
internal import PlayheadRemote

/// Answers requests.
struct Responder: Sendable {
    let control: RemoteControl
    let policy: AccessPolicy
    let sources: ItemSources
    let hub: EventHub
    let pictures: PictureSource

    private enum Answer {
        case reply(Reply)
        case stream(EventClient)
    }

    /// Answers a request. It throws only if the connection is lost.
    func respond(_ exchange: Exchange, _ writer: consuming ResponseWriter) async throws {
        var isBodyRead = !exchange.hasBody
        switch try await answer(exchange, &isBodyRead) {
        case .stream(let client): try await stream(client, exchange, writer)
        case .reply(var reply):
            // A body that is not read would have to be received to its end, however long it takes.
            if !isBodyRead { reply.fields["connection"] = "close" }
            try await send(reply, exchange, writer)
            if !isBodyRead { exchange.end() }
        }
    }

    private func answer(_ exchange: Exchange, _ isBodyRead: inout Bool) async throws -> Answer {
        do {
            let route = try route(of: exchange)
            guard route.isPost || !exchange.hasBody else {
                throw Problem.malformed("Only commands have a body.")
            }
            let body = route.isPost ? try await exchange.body() : []
            isBodyRead = true
            guard route == .events, exchange.request.method == .get else {
                return .reply(try await reply(to: route, body))
            }
            guard let client = hub.join() else {
                throw Problem(
                    status: 503, code: "tooManyClients",
                    detail: "Too many clients follow the player. Close a page, and try again.")
            }
            return .stream(client)
        } catch let problem as Problem {
            return .reply(Reply(problem))
        }
    }

    private func route(of exchange: Exchange) throws(Problem) -> Route {
        let request = exchange.request
        // The path is compared as it is: an encoded one is another one.
        let path = (request.head.path ?? "").prefix { $0 != "?" }
        let route = Route(path: String(path))
        try policy.check(exchange.origin, isPublic: route?.isPublic ?? false)
        guard let route else { throw .notFound }
        let isRead = request.method == .get || request.method == .head
        guard route.isPost ? request.method == .post : isRead else {
            let allowed = route.isPost ? "POST" : "GET, HEAD"
            throw Problem(
                status: 405, code: "methodNotAllowed", detail: "\(route.path) takes \(allowed).",
                fields: ["allow": allowed])
        }
        return route
    }

    private func send(_ reply: Reply, _ exchange: Exchange, _ writer: consuming ResponseWriter) async throws {
        var head = reply.head
        if reply.status != 204 { head.headerFields[.contentLength] = String(reply.body.count) }
        let hasBody = exchange.request.method != .head && !reply.body.isEmpty
        let body = hasBody ? ResponseBody(byteBuffer: ByteBuffer(bytes: reply.body)) : ResponseBody()
        let channel = exchange.channel
        let timer = channel.eventLoop.scheduleTask(in: TimeAmount(exchange.limits.transfer)) {
            channel.close(promise: nil)
        }
        defer { timer.cancel() }
        try await writer.write(response: head, body: body)
    }

    private func reply(to route: Route, _ body: [UInt8]) async throws -> Reply {
        switch route {
        case .page: return .page()
        case .openAPI: return .json(OpenAPIDocument.json)
        case .state, .events: return .json(hub.state())
        case .queue, .tracks, .chapters: return .json(hub.state(String(route.path.dropFirst("/api/".count))))
        case .artwork: return try artwork()
        case .picture: return Reply(type: "image/jpeg", body: try await pictures.picture().get())
        case .session:
            _ = try arguments(body, [])
            guard let token = policy.token else { return .done }
            let cookie = "\(policy.cookie)=\(token.text); HttpOnly; SameSite=Strict; Path=/"
            return Reply(status: 204, fields: ["set-cookie": cookie])
        case .command(let name):
            try perform(name, body)
            return .done
        }
    }

    private func arguments(_ body: [UInt8], _ fields: [Field]) throws(Problem) -> CommandArguments {
        guard let value = RemoteValue(json: body) else { throw .malformed("The body is not JSON.") }
        return try CommandArguments(
            value, for: fields, queue: control.state.snapshot.queue, sources: sources)
    }

    private func perform(_ name: String, _ body: [UInt8]) throws(Problem) {
        guard let command = CommandRoute.byName[name] else { throw .notFound }
        let remote = try command.make(try arguments(body, command.fields))
        do throws(RemoteFault) { try control.perform(remote) } catch { throw Problem(error) }
        // A pause without content changes the state without an event.
        hub.noteChange()
    }

    /// The artwork of the item. The type comes from the medium, so only images are named.
    private func artwork() throws(Problem) -> Reply {
        guard let artwork = control.state.snapshot.metadata.artwork else {
            throw Problem(status: 404, code: "noArtwork", detail: "The item has no artwork.")
        }
        let types: Set = ["image/jpeg", "image/png", "image/gif", "image/webp"]
        let type = types.contains(artwork.type) ? artwork.type : "application/octet-stream"
        return Reply(type: type, body: artwork.bytes)
    }

    private func stream(
        _ client: EventClient, _ exchange: Exchange, _ writer: consuming ResponseWriter
    ) async throws {
        let head = Reply(type: "text/event-stream", fields: ["connection": "close"]).head
        let body = try await writer.writeHead(head)
        try await exchange.request.body.consumeWithCancellationOnInboundClose { _ in
            var body: any ResponseBodyWriter = body
            try await client.follow { text in
                try await exchange.withDeadline { try await body.write(ByteBuffer(string: text)) }
            }
            try await body.finish(nil)
        }
        exchange.end()
    }
}
