import PlayheadCheck
import Testing

@Suite struct `A shard` {
    @Test(arguments: [(1, 1), (10, 3), (3, 10), (1000, 7), (0, 2), (64, 64)])
    func `has every input in exactly one part`(inputs: Int, count: Int) throws {
        let shards = try (1...count).map { try #require(Shard($0, of: count)) }
        for index in 0..<inputs {
            #expect(shards.count { $0.contains(index) } == 1)
        }
        let sizes = shards.map { shard in (0..<inputs).count { shard.contains($0) } }
        #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
    }

    @Test func `is read as it is written`() throws {
        #expect(try Shard("2/8") == Shard(2, of: 8))
        #expect(try Shard("2/8").description == "2/8")
        for text in ["", "2", "0/8", "9/8", "1/0", "-1/8", "a/b", "1/2/3", "2/"] {
            let error = try #require(throws: WordingError.self) { try Shard(text) }
            #expect(error.description.hasPrefix("expected a part such as 2/8"))
        }
    }

    static let environments: [(variables: [String: String], part: String)] = [
        (["PLAYHEAD_SHARD_INDEX": "0", "PLAYHEAD_SHARD_COUNT": "4"], "1/4"),
        (["PLAYHEAD_SHARD_INDEX": "3", "PLAYHEAD_SHARD_COUNT": "4", "CI_NODE_INDEX": "1"], "4/4"),
        (["JOB_COMPLETION_INDEX": "7", "PLAYHEAD_SHARD_COUNT": "8"], "8/8"),
        (["SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "4"], "1/4"),
        (
            [
                "SLURM_ARRAY_TASK_ID": "8", "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_MAX": "12",
                "SLURM_ARRAY_TASK_STEP": "4", "SLURM_ARRAY_TASK_COUNT": "4",
            ], "3/4"
        ),
        (["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "5"], "2/5"), (["CI_NODE_INDEX": "1"], "1/1"),
    ]

    @Test(arguments: environments)
    func `finds its part in the environment`(variables: [String: String], part: String) throws {
        #expect(try Shard(environment: variables).description == part)
    }

    static let mistakes: [(variables: [String: String], message: String)] = [
        (
            [:],
            "none of PLAYHEAD_SHARD_INDEX, JOB_COMPLETION_INDEX, SLURM_ARRAY_TASK_ID and CI_NODE_INDEX is set"
        ),
        (["JOB_COMPLETION_INDEX": "0"], "JOB_COMPLETION_INDEX is set, but not PLAYHEAD_SHARD_COUNT"),
        (["PLAYHEAD_SHARD_INDEX": "1"], "PLAYHEAD_SHARD_INDEX is set, but not PLAYHEAD_SHARD_COUNT"),
        (["JOB_COMPLETION_INDEX": "x"], "JOB_COMPLETION_INDEX is `x`, which is no number"),
        (["CI_NODE_INDEX": "3", "CI_NODE_TOTAL": "2"], "the number of this part does not fit"),
        (["PLAYHEAD_SHARD_INDEX": "4", "PLAYHEAD_SHARD_COUNT": "4"], "the number of this part does not fit"),
        (
            [
                "SLURM_ARRAY_TASK_ID": "5", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "9",
                "SLURM_ARRAY_TASK_COUNT": "3",
            ], "the numbers of the Slurm array have gaps"
        ),
    ]

    @Test(arguments: mistakes)
    func `says what is missing in the environment`(variables: [String: String], message: String) throws {
        let error = try #require(throws: WordingError.self) { try Shard(environment: variables) }
        #expect(error.description.hasPrefix("--shard auto: \(message)"), "\(error)")
    }
}
