import Testing

/// How a long list that fails is made short.
struct ShrinkingTests {
    @Test(arguments: [[], [7], [3, 40], [0, 50, 99], Array(20..<40)])
    func `what is needed stays, and nothing else`(_ needed: [Int]) async {
        let few = await Shrinking.shrink(Array(0..<100)) { list in needed.allSatisfy(list.contains) }
        #expect(few == needed)
    }

    @Test func `the order counts`() async {
        let few = await Shrinking.shrink([1, 2, 1, 2, 1]) { list in
            guard let first = list.firstIndex(of: 2) else { return false }
            return list[first...].contains(1)
        }
        #expect(few == [2, 1])
    }

    @Test func `the same seed leads to the same list, and other seeds to others`() {
        #expect(Step.list(seed: 5) == Step.list(seed: 5))
        #expect(Set((1...20).map { Step.list(seed: $0).asSwift }).count == 20)
    }

    @Test func `a list prints as Swift`() {
        let steps: [Step] = [.play, .during(.askSeek(1500, aim: 2)), .length(nil), .until(.moved)]
        #expect(steps.asSwift == "[.play, .during(.askSeek(1500, aim: 2)), .length(nil), .until(.moved)]")
    }
}
