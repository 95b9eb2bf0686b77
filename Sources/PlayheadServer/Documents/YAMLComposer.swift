internal import CYAML

/// Composes the nodes of a document from the events of libyaml.
@safe struct YAMLComposer: ~Copyable {
    /// A mistake in the text. The position is nil if the text has bytes that no document may have.
    struct Mistake: Error {
        var mark: YAMLNode.Mark?
        var message: String
    }

    /// The depth of nodes in each other at which a text is refused.
    private static let maximumDepth = 1000

    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private var event = unsafe yaml_event_t()
    private var anchors: [String: YAMLNode] = [:]
    private var depth = 0

    /// The root of the only document in a text; nil without one.
    static func root(of text: String) throws(Mistake) -> YAMLNode? {
        let bytes = Array(text.utf8)
        // `Result` carries the error out of the closure with its type.
        let result: Result<YAMLNode?, Mistake> = unsafe bytes.withUnsafeBufferPointer { input in
            do throws(Mistake) {
                var composer = try unsafe YAMLComposer(input)
                return .success(try composer.root())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private init(_ input: UnsafeBufferPointer<UInt8>) throws(Mistake) {
        unsafe parser = .allocate(capacity: 1)
        guard unsafe yaml_parser_initialize(parser) != 0 else {
            unsafe parser.deallocate()
            throw Mistake(mark: nil, message: "there is not enough memory")
        }
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
    }

    private mutating func root() throws(Mistake) -> YAMLNode? {
        try advance()  // the start of the text
        try advance()
        guard unsafe event.type != YAML_STREAM_END_EVENT else { return nil }
        try advance()
        let root = try node()
        try advance()  // the end of the document
        try advance()
        guard unsafe event.type == YAML_STREAM_END_EVENT else {
            throw Mistake(mark: mark, message: "there is a second document")
        }
        return root
    }

    /// Reads the next event.
    private mutating func advance() throws(Mistake) {
        let isRead = unsafe yaml_parser_parse(parser, &event) != 0
        if isRead { return }
        let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) }
        let isPlaced = unsafe [YAML_SCANNER_ERROR, YAML_PARSER_ERROR].contains(parser.pointee.error)
        throw Mistake(
            mark: isPlaced ? unsafe YAMLNode.Mark(parser.pointee.problem_mark) : nil,
            message: problem ?? "it is not YAML")
    }

    private var mark: YAMLNode.Mark { unsafe YAMLNode.Mark(event.start_mark) }

    /// The node that begins with the current event. Afterwards the current event is its last one.
    private mutating func node() throws(Mistake) -> YAMLNode {
        let mark = mark
        depth += 1
        defer { depth -= 1 }
        if depth > Self.maximumDepth { throw Mistake(mark: mark, message: "the nodes are nested too deeply") }
        switch unsafe event.type {
        case YAML_ALIAS_EVENT:
            let name = unsafe text(event.data.alias.anchor)
            unsafe yaml_event_delete(&event)
            guard var node = anchors[name] else {
                throw Mistake(mark: mark, message: "there is no anchor `\(name)` before")
            }
            node.mark = mark
            return node
        case YAML_SEQUENCE_START_EVENT:
            let anchor = unsafe text(event.data.sequence_start.anchor)
            return keep(try sequence(at: mark), as: anchor)
        case YAML_MAPPING_START_EVENT:
            let anchor = unsafe text(event.data.mapping_start.anchor)
            return keep(try mapping(at: mark), as: anchor)
        default:
            let scalar = unsafe event.data.scalar
            let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let content = YAMLNode.Content.scalar(
                unsafe String(decoding: bytes, as: UTF8.self),
                isPlain: unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE)
            let anchor = unsafe text(scalar.anchor)
            unsafe yaml_event_delete(&event)
            return keep(YAMLNode(content: content, mark: mark), as: anchor)
        }
    }

    private mutating func sequence(at mark: YAMLNode.Mark) throws(Mistake) -> YAMLNode {
        unsafe yaml_event_delete(&event)
        var nodes: [YAMLNode] = []
        try advance()
        while unsafe event.type != YAML_SEQUENCE_END_EVENT {
            nodes.append(try node())
            try advance()
        }
        return YAMLNode(content: .sequence(nodes), mark: mark)
    }

    private mutating func mapping(at mark: YAMLNode.Mark) throws(Mistake) -> YAMLNode {
        unsafe yaml_event_delete(&event)
        var pairs: [(key: YAMLNode, value: YAMLNode)] = []
        var merged: [YAMLNode] = []
        var places: [String: YAMLNode.Mark] = [:]
        var repeated: [String: YAMLNode.Mark] = [:]
        try advance()
        while unsafe event.type != YAML_MAPPING_END_EVENT {
            let key = try node()
            try advance()
            let value = try node()
            try advance()
            if key.plainText == "<<" {
                if case .sequence(let nodes) = value.content { merged += nodes } else { merged.append(value) }
                continue
            }
            if let name = key.text, let first = places.updateValue(key.mark, forKey: name) {
                repeated[name] = min(first, repeated[name] ?? first)
            }
            pairs.append((key, value))
        }
        if let first = repeated.values.min() {
            let names = repeated.keys.sorted().joined(separator: "`, `")
            throw Mistake(mark: first, message: "`\(names)` stands here more than once")
        }
        for case .mapping(let others) in merged.map(\.content) {
            for pair in others where places[pair.key.text ?? ""] == nil {
                places[pair.key.text ?? ""] = pair.key.mark
                pairs.append(pair)
            }
        }
        return YAMLNode(content: .mapping(pairs), mark: mark)
    }

    private mutating func keep(_ node: YAMLNode, as anchor: String) -> YAMLNode {
        if !anchor.isEmpty { anchors[anchor] = node }
        return node
    }

    private func text(_ name: UnsafePointer<yaml_char_t>?) -> String {
        unsafe name.map { unsafe String(cString: $0) } ?? ""
    }
}

extension YAMLNode.Mark: Comparable {
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }

    package static func < (first: Self, second: Self) -> Bool {
        (first.line, first.column) < (second.line, second.column)
    }
}
