/// An iterator over the inputs of a run. An argument `@FILE` is replaced by the lines of the file.
package struct InputList: IteratorProtocol {
    /// An error for a list that cannot be read.
    package struct Fault: Error, Sendable, CustomStringConvertible {
        package var description: String
    }

    /// An input with its index in the whole list, from 0.
    package struct Input: Sendable, Hashable {
        package var index: Int
        package var text: String
    }

    private var arguments: ArraySlice<String>
    private var reader: LineReader?
    package let shard: Shard?
    /// The number of inputs so far, including those of other shards.
    package private(set) var count = 0
    /// The error of a list that could not be read.
    package private(set) var fault: Fault?

    package init(_ arguments: [String], shard: Shard? = nil) {
        self.arguments = arguments[...]
        self.shard = shard
    }

    /// The next input of this shard; nil after the last one, or if a list cannot be read.
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
    /// Whether the name is that of a scenario. Any other name is a medium.
    package var isNameOfScenario: Bool {
        let name = lowercased()
        return !contains("://") && [".yaml", ".yml", ".json"].contains { name.hasSuffix($0) }
    }
}
