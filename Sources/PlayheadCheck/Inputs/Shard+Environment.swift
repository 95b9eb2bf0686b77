extension Shard {
    /// The variables for the index and the number of shards, for environments that have no variables of their
    /// own.
    package static let indexVariable = "PLAYHEAD_SHARD_INDEX"
    package static let countVariable = "PLAYHEAD_SHARD_COUNT"

    /// Parses the value of an option: text such as `2/8`, or `auto` for the shard of the environment.
    package init(option text: String, environment: [String: String]) throws(WordingError) {
        try self = text == "auto" ? Shard(environment: environment) : Shard(text)
    }

    /// Finds the shard in the environment of a cluster or CI system. `docs/check.md` lists the variables.
    public init(environment: [String: String]) throws(WordingError) {
        let variables = Variables(environment)
        let shard: Shard?
        if let index = try variables.number(Self.indexVariable) {
            shard = Shard(index + 1, of: try variables.count(for: Self.indexVariable))
        } else if let index = try variables.number("JOB_COMPLETION_INDEX") {
            shard = Shard(index + 1, of: try variables.count(for: "JOB_COMPLETION_INDEX"))
        } else if let task = try variables.number("SLURM_ARRAY_TASK_ID") {
            shard = try Self.slurm(task, variables)
        } else if let number = try variables.number("CI_NODE_INDEX") {
            shard = Shard(number, of: try variables.number("CI_NODE_TOTAL") ?? 1)
        } else {
            throw WordingError(
                "--shard auto: none of \(Self.indexVariable), JOB_COMPLETION_INDEX, SLURM_ARRAY_TASK_ID "
                    + "and CI_NODE_INDEX is set")
        }
        guard let shard else {
            throw WordingError("--shard auto: the number of this part does not fit the number of parts")
        }
        self = shard
    }

    /// The shard of a Slurm array task. The task numbers of an array form an arithmetic sequence.
    private static func slurm(_ task: Int, _ variables: Variables) throws(WordingError) -> Shard? {
        let first = try variables.number("SLURM_ARRAY_TASK_MIN") ?? 0
        let last = try variables.number("SLURM_ARRAY_TASK_MAX") ?? task
        let step = max(try variables.number("SLURM_ARRAY_TASK_STEP") ?? 1, 1)
        let count = try variables.number("SLURM_ARRAY_TASK_COUNT") ?? (last - first) / step + 1
        guard (last - first) % step == 0, (last - first) / step + 1 == count, (task - first) % step == 0
        else {
            throw WordingError(
                "--shard auto: the numbers of the Slurm array have gaps; number its tasks 1 to N")
        }
        return Shard((task - first) / step + 1, of: count)
    }

    private struct Variables {
        let values: [String: String]

        init(_ values: [String: String]) { self.values = values }

        func number(_ name: String) throws(WordingError) -> Int? {
            guard let value = values[name], !value.isEmpty else { return nil }
            guard let number = Int(value), number >= 0 else {
                throw WordingError("--shard auto: \(name) is `\(value)`, which is no number")
            }
            return number
        }

        func count(for index: String) throws(WordingError) -> Int {
            guard let count = try number(Shard.countVariable) else {
                throw WordingError(
                    "--shard auto: \(index) is set, but not \(Shard.countVariable), the number of parts")
            }
            return count
        }
    }
}
