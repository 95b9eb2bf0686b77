import Testing

@testable import PlayheadCommand

@Suite struct `The exit code` {
    @Test(
        arguments: [
            ([.played], 0),
            ([.played, .played], 0),
            ([.failed], 1),
            ([.failed, .failed], 1),
            ([.played, .failed], 3),
            ([.failed, .truncated], 3),
            ([.played, .truncated, .failed], 3),
            ([.truncated], 4),
            ([.played, .truncated], 4),
        ] as [([Outcome], Int32)])
    func `tells how the items came out`(outcomes: [Outcome], code: Int32) {
        #expect(ExitStatus.code(for: outcomes, end: .completed) == code)
    }

    @Test(arguments: [[.stopped], [.failed, .stopped], [.truncated, .stopped]] as [[Outcome]])
    func `is 0 after quitting and 128 + n after a signal, whatever came before`(outcomes: [Outcome]) {
        #expect(ExitStatus.code(for: outcomes, end: .quit) == 0)
        #expect(ExitStatus.code(for: outcomes, end: .signal(2)) == 130)
        #expect(ExitStatus.code(for: outcomes, end: .signal(15)) == 143)
        #expect(ExitStatus.code(for: outcomes, end: .outputClosed) == 141)
    }
}
