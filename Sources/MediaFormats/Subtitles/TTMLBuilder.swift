/// Makes the cues of a TTML document from its XML events.
struct TTMLBuilder {
    private(set) var hasRoot = false
    private(set) var language: String?
    private(set) var cues: [TTMLDocument.Cue] = []
    private(set) var hasImages = false
    private(set) var unreadableTimes = 0

    private var time = TTMLTime([:])
    private var stack: [Element] = []
    private var paragraph: TTMLParagraph?
    private var budget = 8 << 20
    /// The styles with `tts:display="none"`.
    private var hiddenStyles: Set<String> = []

    private struct Element {
        var name: String
        var begin: Int64 = 0
        var end: Int64?
        /// Whether the children are presented one after another (`timeContainer="seq"`).
        var isSequence = false
        /// The latest end of the children; in a sequence, the start of the next child.
        var childrenEnd: Int64?
        var preservesSpace = false
        /// Whether the element and its content are not displayed.
        var isHidden = false
        /// The effect of `tts:visibility`, which a nested element may reset.
        var isInvisible = false
    }

    mutating func add(_ event: XMLReader.Event) throws(DemuxerError) {
        switch event {
        case .start(let name, let attributes): try start(name, attributes)
        case .end(let name): end(name)
        case .text(let text):
            guard let element = stack.last, !element.isHidden, !element.isInvisible else { return }
            paragraph?.add(text, begin: element.begin, end: element.end, preserves: element.preservesSpace)
        }
    }

    /// Closes the open elements of a truncated document.
    mutating func finish() {
        while let name = stack.last?.name { end(name) }
    }

    private mutating func start(_ name: String, _ attributes: [String: String]) throws(DemuxerError) {
        guard stack.count < 64 else { throw .tooLarge("The elements of a TTML document are nested deeply.") }
        if stack.isEmpty {
            guard name == "tt" else { throw .notThisFormat }
            hasRoot = true
            language = attributes["lang"].flatMap { $0.isEmpty ? nil : $0 }
            time = TTMLTime(attributes)
        }
        if name == "image" || attributes["backgroundImage"] != nil { hasImages = true }
        if name == "style", attributes["display"] == "none", let id = attributes["id"] {
            hiddenStyles.insert(id)
        }
        let parent = stack.last
        var element = Element(name: name)
        element.preservesSpace =
            attributes["space"].map { $0 == "preserve" } ?? parent?.preservesSpace ?? false
        element.isInvisible =
            attributes["visibility"].map { $0 == "hidden" } ?? parent?.isInvisible ?? false
        element.isHidden =
            parent?.isHidden ?? false || !Self.shown.contains(name) || attributes["display"] == "none"
            || ["text", "textContainer", "delimiter"].contains(attributes["ruby"] ?? "")
            || (attributes["style"] ?? "").split(separator: " ").contains {
                hiddenStyles.contains(String($0))
            }
        element.isSequence = attributes["timeContainer"] == "seq"
        if !element.isHidden { setTimes(of: &element, attributes, parent) }
        if name == "br", !element.isHidden, !element.isInvisible {
            paragraph?.add("\n", begin: element.begin, end: element.end, preserves: true)
        }
        if name == "p", !element.isHidden, paragraph == nil { paragraph = TTMLParagraph() }
        stack.append(element)
    }

    /// The elements with displayed text. All others contain metadata, styles or animation.
    private static let shown: Set<String> = ["tt", "body", "div", "p", "span", "br"]

    /// Sets the times of an element (TTML2, section 12). Times are relative to the parent's begin, or to the
    /// end of the previous sibling in a sequence. An element is active only within its parent.
    private mutating func setTimes(
        of element: inout Element, _ attributes: [String: String], _ parent: Element?
    ) {
        var origin = parent?.begin ?? 0
        if let parent, parent.isSequence { origin = parent.childrenEnd ?? origin }
        var values: [String: Int64] = [:]
        for name in ["begin", "end", "dur"] {
            guard let expression = attributes[name] else { continue }
            guard let value = time.nanoseconds(expression) else {
                unreadableTimes += 1
                element.isHidden = true
                return
            }
            values[name] = value
        }
        // Each value is less than a quarter of the range, and nested sums are clamped.
        func sum(_ first: Int64, _ second: Int64) -> Int64 { min(first + second, .max / 2) }
        element.begin = sum(origin, values["begin"] ?? 0)
        let ends = [
            values["end"].map { sum(origin, $0) }, values["dur"].map { sum(element.begin, $0) }, parent?.end,
        ]
        element.end = ends.compactMap { $0 }.min()
    }

    private mutating func end(_ name: String) {
        // An end without a start is ignored. A start without an end is closed with its parent.
        guard let place = stack.lastIndex(where: { $0.name == name }) else { return }
        while stack.count > place {
            let element = stack.removeLast()
            if element.name == "p", !element.isHidden, !stack.contains(where: { $0.name == "p" }) {
                cues += paragraph?.cues(budget: &budget) ?? []
                paragraph = nil
            }
            guard !stack.isEmpty, !element.isHidden, element.name != "br" else { continue }
            let end = element.end ?? element.childrenEnd ?? element.begin
            let last = stack[stack.count - 1].childrenEnd ?? end
            stack[stack.count - 1].childrenEnd = max(last, end)
        }
    }
}
