internal import Playhead
internal import PlayheadCore
internal import PlayheadRemote

/// The fields of a command's JSON body, checked against what the command takes.
struct CommandArguments {
    private let values: [String: RemoteValue]
    /// The queue at the time of the request.
    let queue: PlaybackQueue
    /// Makes the media of the items that are named.
    let sources: ItemSources

    init(
        _ body: RemoteValue, for fields: [Field], queue: PlaybackQueue, sources: ItemSources
    ) throws(Problem) {
        guard case .map(let values) = body else { throw .malformed("The body has to be a JSON object.") }
        let names = fields.map(\.name)
        if let other = values.keys.sorted().first(where: { !names.contains($0) }) {
            let known =
                names.isEmpty ? "It has no fields." : "Its fields are \(names.joined(separator: ", "))."
            throw .invalid("The command has no field “\(other.prefix(50))”. \(known)")
        }
        for field in fields {
            guard let value = values[field.name] else {
                guard field.isRequired else { continue }
                throw .invalid("The field “\(field.name)” is missing: \(field.schema.words).")
            }
            guard field.schema.accepts(value) else {
                throw .invalid("The field “\(field.name)” has to be \(field.schema.words).")
            }
        }
        (self.values, self.queue, self.sources) = (values, queue, sources)
    }

    func number(_ name: String) -> Double {
        switch values[name] {
        case .int(let number): Double(number)
        case .number(let number): number
        default: 0
        }
    }

    func duration(_ name: String) -> Duration { .seconds(number(name)) }
    func optionalDuration(_ name: String) -> Duration? {
        values[name]?.double.map { .seconds($0) }
    }
    func whole(_ name: String) -> Int? { values[name]?.whole }
    func flag(_ name: String) -> Bool { values[name] == true }

    func text(_ name: String) -> String? {
        if case .string(let text) = values[name] { text } else { nil }
    }

    /// The index of the item with an identifier.
    func index(_ name: String) throws(Problem) -> Int {
        guard let id = whole(name), let index = queue.items.firstIndex(where: { $0.id.number == id }) else {
            throw Problem(.noSuchItem)
        }
        return index
    }

    var kind: Track.Kind { text("kind").flatMap(Track.Kind.init) ?? .video }

    var tolerance: SeekTolerance {
        switch text("tolerance") {
        case "before": .before
        case "after": .after
        case "near": .near
        default: .exact
        }
    }

    /// The items of the field `items`.
    func items() throws(Problem) -> [QueueItem] {
        guard case .list(let names) = values["items"] else { return [] }
        var items: [QueueItem] = []
        for case .string(let name) in names { items.append(QueueItem(try sources.item(name))) }
        return items
    }
}
