import Testing

/// What chance has found, once and for all.
struct FoundTests {
    @Test(arguments: lists)
    func `step lists that failed before have no faults`(_ steps: [Step]) async {
        #expect(await Simulation.faults(of: steps).isEmpty)
    }

    private static let lists: [[Step]] = [
        // 2.8: a pipeline that went down went on counting for a closed player.
        [
            .load(0, autoplay: false), .report(0), .during(.askSeek(1455, aim: 2)), .close(force: false),
            .work(0),
        ],
        // 2.6: at a speed backwards, stop went to the end.
        [.speed(-200), .load(2, autoplay: true), .report(0), .during(.askSeek(6383, aim: 0)), .stop],
        // 3.9: a start beyond the end came back when the length was not known any more.
        [.load(3, autoplay: true), .length(nil)],
        // 4.2: skips that add up to more than a duration can hold ended the process.
        [.medium(1), .load(0, autoplay: true)] + Array(repeating: .skip(.max), count: 25) + [.pump],
        // 1.1: an exact seek waits a moment behind the keyframe that is shown on the way; time has to pass for it.
        [
            .load(2, autoplay: false), .pump, .askSeek(5153, aim: 2), .during(.askSeek(7409, aim: 0)),
            .advance(871), .skip(-402),
        ],
        // 3.9: where a length turned out to be shorter, what was reported last stayed beyond it.
        [.load(3, autoplay: true), .pause, .pump, .length(5239)],
        [.load(3, autoplay: true), .pause, .pump, .length(5239), .length(nil)],
    ]
}
