/// Everything that is to be checked, one at a time: arguments, of which `@FILE` stands for the lines of a file.
package struct InputList: IteratorProtocol {
    /// A list that cannot be read.
    package struct Fault: Error, Sendable, CustomStringConvertible {
        package var description: String
    }

    /// What is checked, and its place in the whole list, from 0.
    package struct Input: Sendable, Hashable {
        package var index: Int
        package var text: String
    }

    private var arguments: ArraySlice<String>
    private var reader: LineReader?
    package let shard: Shard?
    /// How many there were so far, those of other shards too.
    package private(set) var count = 0
    /// What could not be read.
    package private(set) var fault: Fault?

    package init(_ arguments: [String], shard: Shard? = nil) {
        self.arguments = arguments[...]
        self.shard = shard
    }

    /// The next one of this shard; nil behind the last one, and where a list cannot be read.
    package mutating func next() -> Input? {
        while let text = nextText() {
            defer { count += 1 }
            if shard?.contains(count) ?? true { return Input(index: count, text: text) }
        }
        return nil
    }

    private mutating func nextText() -> String? {
        while true {
            if let line = reader?.line() { return line }
            reader = nil
            guard let argument = arguments.popFirst() else { return nil }
            guard argument.hasPrefix("@") else { return argument }
            let path = String(argument.dropFirst())
            reader = LineReader(path: path)
            if reader == nil {
                fault = Fault(description: "\(path): the list cannot be read")
                arguments = []
                return nil
            }
        }
    }
}

extension String {
    /// Whether it is a scenario, by its name; anything else is a medium.
    package var isNameOfScenario: Bool {
        let name = lowercased()
        return !contains("://") && [".yaml", ".yml", ".json"].contains { name.hasSuffix($0) }
    }
}
