internal import Playhead
internal import PlayheadRemote
internal import PlayheadSystem

/// The description of the interface (OpenAPI 3.1), made of the tables that answer requests.
enum OpenAPIDocument {
    static let json = value.json(\.jsonNumber)

    private static let value: RemoteValue = [
        "openapi": "3.1.0",
        "info": [
            "title": "Playhead", "version": .string(Player.version),
            "description": "Remote control of a player that runs. Positions and durations are in seconds.",
        ],
        "paths": .map(
            Dictionary(
                uniqueKeysWithValues: Route.all.map { route in
                    (route.path, [route.isPost ? "post" : "get": operation(route)])
                })),
        "components": [
            "schemas": ["Problem": problem, "State": state],
            "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
        ],
    ]

    private static func operation(_ route: Route) -> RemoteValue {
        var fields: [String: RemoteValue] = [
            "summary": .string(route.summary), "responses": .map(responses(route)),
            "operationId": .string(
                route.path == "/" ? "page" : String(route.path.split(separator: "/").last ?? "")),
            // An empty requirement: on loopback no token is needed.
            "security": route.isPublic ? [] : [["token": []], [:]],
        ]
        if case .command(let name) = route, let command = CommandRoute.byName[name] {
            fields["requestBody"] = [
                "required": true, "content": ["application/json": ["schema": body(command)]],
            ]
        } else if route == .session {
            fields["requestBody"] = [
                "required": true,
                "content": [
                    "application/json": ["schema": ["type": "object", "additionalProperties": false]]
                ],
            ]
        }
        return .map(fields)
    }

    private static func body(_ command: CommandRoute) -> RemoteValue {
        var properties: [String: RemoteValue] = [:]
        for field in command.fields {
            guard case .map(var schema) = field.schema.json else { continue }
            schema["description"] = .string(field.summary)
            properties[field.name] = .map(schema)
        }
        return [
            "type": "object", "properties": .map(properties), "additionalProperties": false,
            "required": .list(command.fields.filter(\.isRequired).map { .string($0.name) }),
        ]
    }

    private static func responses(_ route: Route) -> [String: RemoteValue] {
        var responses: [String: RemoteValue] = ["default": failure]
        switch route {
        case .page: responses["200"] = content("text/html", nil)
        case .openAPI, .chapters, .tracks, .queue: responses["200"] = content("application/json", [:])
        case .state: responses["200"] = content("application/json", ["$ref": "#/components/schemas/State"])
        case .events: responses["200"] = content("text/event-stream", nil)
        case .picture: responses["200"] = content("image/jpeg", nil)
        case .artwork: responses["200"] = content("image/*", nil)
        case .session, .command: responses["204"] = ["description": "Done."]
        }
        return responses
    }

    private static func content(_ type: String, _ schema: RemoteValue?) -> RemoteValue {
        let media: RemoteValue = schema.map { ["schema": $0] } ?? [:]
        return ["description": "As asked.", "content": .map([type: media])]
    }

    private static let failure: RemoteValue = [
        "description": "Why it has no effect, in words (RFC 9457).",
        "content": .map([Problem.type: ["schema": ["$ref": "#/components/schemas/Problem"]]]),
    ]

    private static let problem: RemoteValue = [
        "type": "object",
        "properties": [
            "title": ["type": "string"], "status": ["type": "integer"], "code": ["type": "string"],
            "detail": ["type": "string"],
        ],
        "required": ["title", "status", "code", "detail"],
    ]

    private static let state: RemoteValue = {
        let parts = StatePart.all.map { ($0.name, RemoteValue.map(["description": .string($0.summary)])) }
        let more: [(String, RemoteValue)] = [
            (StateBoard.statistics, ["description": "counts of this item; at most once per second"]),
            (StateBoard.offers, ["description": "what the program offers: quit, screenshot, folders"]),
            (StateBoard.playerVersion, ["description": "the version of Playhead"]),
        ]
        return [
            "type": "object", "properties": .map(Dictionary(uniqueKeysWithValues: parts + more)),
            "required": .list(StateBoard.names.map(RemoteValue.string)),
        ]
    }()
}
