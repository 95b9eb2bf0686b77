/// Something that clients can read, or the start of a session. ``CommandRoute`` has the commands.
enum Route: Sendable, Equatable {
    case page, openAPI, state, events, queue, tracks, chapters, artwork, picture, session
    case command(String)

    /// All routes without parameters.
    static let fixed: [Route] = [
        .page, .openAPI, .state, .events, .queue, .tracks, .chapters, .artwork, .picture, .session,
    ]
    /// All routes. The description of the interface and the dispatch of requests are made of them.
    static let all = fixed + CommandRoute.all.map { .command($0.name) }

    private static let byPath = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0) })

    /// The route of a path without a query; nil for another path.
    init?(path: String) {
        guard let route = Self.byPath[path] else { return nil }
        self = route
    }

    var path: String {
        switch self {
        case .page: "/"
        case .openAPI: "/openapi.json"
        case .state: "/api/state"
        case .events: "/api/events"
        case .queue: "/api/queue"
        case .tracks: "/api/tracks"
        case .chapters: "/api/chapters"
        case .artwork: "/api/artwork"
        case .picture: "/api/picture"
        case .session: "/api/session"
        case .command(let name): "/api/commands/\(name)"
        }
    }

    var isPost: Bool {
        switch self {
        case .session, .command: true
        default: false
        }
    }

    /// Whether it can be read without a token, and from a link of another site: it says nothing about the player.
    var isPublic: Bool { self == .page || self == .openAPI }

    var summary: String {
        switch self {
        case .page: "The page for browsers."
        case .openAPI: "This description."
        case .state: "The state of the player."
        case .events: "The state, then the fields that change, as server-sent events."
        case .queue: "The queue: items, current item, repeat mode."
        case .tracks: "The tracks of the current item."
        case .chapters: "The chapters of the current item."
        case .artwork: "The artwork of the current item, as an image."
        case .picture: "The frame that is shown, as JPEG."
        case .session: "Sets a cookie for a browser that has sent the token."
        case .command(let name): CommandRoute.byName[name]?.summary ?? ""
        }
    }
}
