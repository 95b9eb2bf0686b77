internal import Playhead

/// The requests of one client, and what it observes.
struct MPVSession {
    private struct Observed {
        let id: Int
        let name: String
        let isText: Bool
        let followsTime: Bool
        /// The last value that was sent; nil before the first one.
        var sent: RemoteValue??

        var isNew: Bool { sent == nil }
    }

    /// What a request leads to.
    enum Outcome {
        case reply(RemoteValue)
        /// The items of a playlist are to be loaded, then comes the reply.
        case playlist(name: String, flags: String, request: RemoteValue)
        /// A message for all clients comes before the reply.
        case message([RemoteValue], reply: RemoteValue)
        case nothing
    }

    /// The name of the client, such as `ipc-1`.
    let name: String
    private var observed: [Observed] = []
    private var silenced: Set<String> = []

    init(name: String) { self.name = name }

    /// Carries out a line: a JSON object, or commands as text, which have no reply.
    mutating func take(_ line: some Collection<UInt8>, _ source: @autoclosure () -> MPVProperty.Source)
        -> [Outcome]
    {
        guard line.first(where: { $0 != 32 && $0 != 9 && $0 != 13 }) == UInt8(ascii: "{") else {
            let text = String(decoding: line.prefix { $0 != 13 }, as: UTF8.self)
            return (MPVCommandLine.commands(in: text) ?? []).map { words in
                let outcome = run(words.map(RemoteValue.string), source(), request: .int(0))
                if case .reply = outcome { return .nothing }
                return outcome
            }
        }
        guard case .map(let fields)? = RemoteValue(json: line) else {
            return [.reply(Self.reply(.int(0), fault: .parameter))]
        }
        let request = fields["request_id"] ?? .int(0)
        switch fields["command"] {
        case .list(let words): return [run(words, source(), request: request)]
        case .map(let named):
            if let words = Self.words(of: named) { return [run(words, source(), request: request)] }
        default: break
        }
        return [.reply(Self.reply(request, fault: .parameter))]
    }

    /// The arguments of a command in the form with names, by position.
    private static func words(of named: [String: RemoteValue]) -> [RemoteValue]? {
        guard case .string(let name)? = named["name"], let command = MPVCommand.all[name] else { return nil }
        var rest = named
        rest["name"] = nil
        rest["_flags"] = nil
        // `set` and its like have a parameter `name`, too, so that they cannot have this form.
        let values = command.parameters.map { rest.removeValue(forKey: $0) }
        guard rest.isEmpty else { return nil }
        let end = values.lastIndex { $0 != nil }.map { $0 + 1 } ?? 0
        return [.string(name)] + values[..<end].map { $0 ?? .null }
    }

    /// Carries out a command and its arguments.
    mutating func run(
        _ words: [RemoteValue], _ source: MPVProperty.Source, request: RemoteValue
    ) -> Outcome {
        let words = words.drop {
            if case .string(let word) = $0 { MPVCommandLine.prefixes.contains(word) } else { false }
        }
        guard case .string(let name)? = words.first else {
            return .reply(Self.reply(request, fault: .parameter))
        }
        let arguments = MPVArguments(values: Array(words.dropFirst()))
        do throws(MPVFault) {
            switch name {
            case "script-message":
                _ = try arguments.text(0)
                let message = RemoteValue.event(
                    "client-message",
                    ["args": .list(arguments.values.map { .string($0?.text ?? "") })])
                return .message([message], reply: Self.reply(request, data: .null))
            case "loadlist":
                return .playlist(
                    name: try arguments.text(0), flags: arguments.text(ifAt: 1) ?? "replace", request: request
                )
            default: break
            }
            if let command = MPVCommand.all[name] {
                guard command.counts.contains(arguments.values.count) else { throw .parameter }
                return .reply(Self.reply(request, data: try command.run(arguments, source)))
            }
            return .reply(Self.reply(request, data: try runOwn(name, arguments, source)))
        } catch {
            return .reply(Self.reply(request, fault: error))
        }
    }

    /// Carries out a command of the connection; nil for a reply without data.
    private mutating func runOwn(
        _ name: String, _ arguments: MPVArguments, _ source: MPVProperty.Source
    ) throws(MPVFault) -> RemoteValue? {
        switch name {
        case "get_property":
            guard let value = try MPVProperty.value(of: try arguments.text(0), in: source) else {
                throw .unavailable
            }
            return value
        case "get_property_string":
            // As in mpv, an unavailable one is no error in this form.
            return try MPVProperty.value(of: try arguments.text(0), in: source).map { .string($0.text) }
                ?? .null
        case "set_property", "set_property_string":
            guard let value = arguments.value(1) else { throw .parameter }
            try MPVProperty.settable(try arguments.text(0)).set(value, in: source)
        case "observe_property", "observe_property_string":
            guard case .int(let id)? = arguments.value(0) else { throw .parameter }
            let property = try arguments.text(1)
            guard observed.count < Self.mostObserved else { throw .command }
            observed.append(
                Observed(
                    id: id, name: property, isText: name == "observe_property_string",
                    followsTime: MPVProperty.followsTime(property)))
        case "unobserve_property":
            guard case .int(let id)? = arguments.value(0) else { throw .parameter }
            observed.removeAll { $0.id == id }
        case "client_name": return .string(self.name)
        case "get_version": return .int(2 << 16)
        case "get_time_us": return .int(Int(source.control.player.clockTime / .microseconds(1)))
        case "request_log_messages": _ = try arguments.text(0)
        case "enable_event", "disable_event":
            let event = try arguments.text(0)
            guard event == "all" || MPVEvents.names.contains(event) else { throw .parameter }
            let events = event == "all" ? MPVEvents.names : [event]
            if name == "enable_event" { silenced.subtract(events) } else { silenced.formUnion(events) }
        default: throw .parameter
        }
        return nil
    }

    static let mostObserved = 1000

    /// Reads a playlist, adds its items, and returns the reply.
    static func loadPlaylist(
        _ name: String, _ flags: String, request: RemoteValue, _ control: RemoteControl
    ) async -> RemoteValue {
        let media = try? await control.host.readPlaylist(name)
        do throws(MPVFault) {
            let items = (media ?? []).map { QueueItem($0) }
            return reply(request, data: try MPVCommand.load(items, flags, control))
        } catch { return reply(request, fault: error) }
    }

    static func reply(_ request: RemoteValue, fault: MPVFault) -> RemoteValue {
        .map(["request_id": request, "error": .string(fault.rawValue)])
    }

    static func reply(_ request: RemoteValue, data: RemoteValue?) -> RemoteValue {
        var fields: [String: RemoteValue] = ["request_id": request, "error": "success"]
        if let data { fields["data"] = data }
        return .map(fields)
    }
}

extension MPVSession {
    /// Whether the client wants events of this name.
    func wants(_ event: String) -> Bool { !silenced.contains(event) }

    /// The changes of observed properties since the last call: for each one its newest value.
    ///
    /// - Parameter onlyTimes: whether only the position has changed since then.
    mutating func changes(_ source: MPVProperty.Source, onlyTimes: Bool) -> [RemoteValue] {
        guard wants("property-change") else { return [] }
        var changes: [RemoteValue] = []
        for index in observed.indices where !onlyTimes || observed[index].followsTime || observed[index].isNew
        {
            let property = observed[index]
            var value = (try? MPVProperty.value(of: property.name, in: source)) ?? nil
            if property.isText { value = value.map { .string($0.text) } }
            guard property.sent != .some(value) else { continue }
            observed[index].sent = .some(value)
            var fields: [String: RemoteValue] = ["id": .int(property.id), "name": .string(property.name)]
            if let value { fields["data"] = value }
            changes.append(.event("property-change", fields))
        }
        return changes
    }
}
