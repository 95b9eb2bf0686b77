import Testing

/// How a long list that fails is made short.
struct ShrinkingTests {
    @Test(arguments: [[], [7], [3, 40], [0, 50, 99], Array(20..<40)])
    func `shrinking keeps the needed steps alone`(_ needed: [Int]) async {
        let few = await Shrinking.shrink(Array(0..<100)) { list in needed.allSatisfy(list.contains) }
        #expect(few == needed)
    }

    @Test func `shrinking keeps the order of steps`() async {
        let few = await Shrinking.shrink([1, 2, 1, 2, 1]) { list in
            guard let first = list.firstIndex(of: 2) else { return false }
            return list[first...].contains(1)
        }
        #expect(few == [2, 1])
    }

    @Test func `a seed always gives the same step list, and other seeds give others`() {
        #expect(Step.list(seed: 5) == Step.list(seed: 5))
        #expect(Set((1...20).map { Step.list(seed: $0).asSwift }).count == 20)
    }

    @Test func `a step list prints as Swift`() {
        let steps: [Step] = [.play, .during(.askSeek(1500, aim: 2)), .length(nil), .until(.moved)]
        #expect(steps.asSwift == "[.play, .during(.askSeek(1500, aim: 2)), .length(nil), .until(.moved)]")
    }
}
