import PlayheadRemote
import Testing

@testable import PlayheadRemoteHTTP
@testable import TestBasics

@Suite(.timeLimit(.minutes(1))) struct `The OpenAPI description` {
    @Test func `has the routes that are answered, and no other`() async throws {
        let stage = try await WebStage()
        let document = try #require(try await stage.request("GET", "/openapi.json").json)
        #expect(document["openapi"] == "3.1.0")
        guard case .map(let paths)? = document["paths"] else { return }
        #expect(paths.keys.sorted() == Route.all.map(\.path).sorted())
        for (path, item) in paths {
            let isPost = item["post"] != nil
            // The other method is refused, so the path is known, and only by the one described.
            let reply = try await stage.request(isPost ? "GET" : "POST", path, body: isPost ? nil : "{}")
            #expect(reply.code == "methodNotAllowed", "\(path)")
        }
    }

    @Test func `describes the fields that are checked`() async throws {
        let document = try #require(RemoteValue(json: OpenAPIDocument.json.utf8))
        for command in CommandRoute.all {
            let body = document["paths"]?[command.path]?["post"]?["requestBody"]
            let schema = body?["content"]?["application/json"]?["schema"]
            guard case .map(let properties)? = schema?["properties"] else {
                Issue.record("\(command.name) has no schema")
                continue
            }
            #expect(properties.keys.sorted() == command.fields.map(\.name).sorted())
        }
    }

    @Test func `has the fields of the state`() async throws {
        let stage = try await WebStage()
        let document = try #require(RemoteValue(json: OpenAPIDocument.json.utf8))
        guard case .map(let described)? = document["components"]?["schemas"]?["State"]?["properties"],
            case .map(let state)? = try await stage.request("GET", "/api/state").json
        else { return }
        #expect(described.keys.sorted() == state.keys.sorted())
    }
}
