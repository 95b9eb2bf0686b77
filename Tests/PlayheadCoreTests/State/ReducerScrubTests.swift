import Testing

@testable import CoreTestSupport
@testable import PlayheadCore

/// Exact seeks that come faster than they are carried out (contract 2.3, 4.2), without media.
struct ReducerScrubTests {
    private static let frame: Duration = .milliseconds(16)

    /// Sixty seeks a second; the last one's number.
    @discardableResult
    private func drag(_ driver: inout ReducerDriver, to targets: ClosedRange<Int>) -> [Int] {
        targets.map { target in
            driver.pass(Self.frame)
            return driver.seek(to: .milliseconds(1000 * target + 300))
        }
    }

    private func sent(_ driver: ReducerDriver) -> [String] {
        driver.sentSeeks.map { "\($0.tolerance) \($0.target.inSeconds)" }
    }

    private func pauses(_ driver: ReducerDriver) -> [Duration] {
        driver.effects.compactMap { if case .arm(.settle(_, _, let pause)) = $0 { pause } else { nil } }
    }

    private func waitInVain(_ driver: inout ReducerDriver) throws {
        let pause = try #require(pauses(driver).last)
        driver.pass(pause)
        driver.apply(
            .expired(.settle(driver.machine.stamp, serial: driver.machine.seeks.serial, after: pause)))
    }

    @Test func `4.2: a third seek before the first landing replaces it with a keyframe seek`() {
        var driver = ReducerDriver.loaded()
        let seeks = drag(&driver, to: 1...3)
        #expect(sent(driver) == ["exact 1.3", "before 3.3"])
        #expect(driver.answers(to: seeks[0]) == [.superseded])
        #expect(driver.answers(to: seeks[1]) == [.superseded])
        #expect(driver.position == .milliseconds(3300))
        #expect(driver.machine.state == .paused(buffering: true))
    }

    @Test func `4.2: two seeks are executed one after the other`() {
        var driver = ReducerDriver.loaded()
        let seeks = drag(&driver, to: 1...2)
        driver.land(at: .milliseconds(1300))
        driver.land(at: .milliseconds(2300))
        #expect(sent(driver) == ["exact 1.3", "exact 2.3"])
        #expect(driver.answers(to: seeks[0]) == [.completed(at: .milliseconds(1300))])
        #expect(driver.answers(to: seeks[1]) == [.completed(at: .milliseconds(2300))])
    }

    @Test func `4.2: continuing targets show one keyframe after the other`() {
        var driver = ReducerDriver.loaded()
        drag(&driver, to: 1...3)
        for target in 4...7 {
            drag(&driver, to: target...target)
            driver.land(at: .seconds(target - 1))
        }
        #expect(
            sent(driver) == [
                "exact 1.3", "before 3.3", "before 4.3", "before 5.3", "before 6.3", "before 7.3",
            ])
        #expect(driver.position == .milliseconds(7300))
    }

    @Test
    func `2.3, 4.2: the last target is reached exactly, and all callers are answered`()
        throws
    {
        var driver = ReducerDriver.loaded()
        let seeks = drag(&driver, to: 1...8)
        driver.land(at: .seconds(3))
        #expect(sent(driver).last == "before 8.3")
        driver.pass(.milliseconds(10))
        driver.land(at: .seconds(8))
        // Another one would be due 16 ms after the last; it is waited for half as long again.
        #expect(pauses(driver) == [.milliseconds(14)])
        try waitInVain(&driver)
        #expect(sent(driver).last == "exact 8.3")
        #expect(driver.answers(to: seeks[7]).isEmpty)
        driver.land(at: .milliseconds(8300))
        #expect(driver.answers(to: seeks[7]) == [.completed(at: .milliseconds(8300))])
        for seek in seeks.dropLast() { #expect(driver.answers(to: seek) == [.superseded]) }
        #expect(driver.machine.state == .paused(buffering: false))
        #expect(!driver.machine.seeks.isScrubbing)
    }

    @Test func `4.2: a target during the last exact seek replaces it at once`()
        throws
    {
        var driver = ReducerDriver.loaded()
        let seeks = drag(&driver, to: 1...3)
        driver.land(at: .seconds(3))
        try waitInVain(&driver)
        let next = drag(&driver, to: 5...5)
        #expect(sent(driver) == ["exact 1.3", "before 3.3", "exact 3.3", "before 5.3"])
        #expect(driver.answers(to: seeks[2]) == [.superseded])
        // What the one that was cut off leads to is nobody's answer.
        driver.report(.seekDone(serial: 3, at: .milliseconds(3300)))
        #expect(driver.answers(to: next[0]).isEmpty)
    }

    @Test func `4.2: a target while a keyframe is shown replaces it at once`() {
        var driver = ReducerDriver.loaded()
        let seeks = drag(&driver, to: 1...3)
        driver.land(at: .seconds(3))
        drag(&driver, to: 4...4)
        #expect(sent(driver).last == "before 4.3")
        #expect(driver.answers(to: seeks[2]) == [.superseded])
    }

    @Test func `4.2: near targets are shown exactly, one after the other`() {
        var driver = ReducerDriver.loaded()
        let seeks = (0..<9).map { index in
            driver.pass(Self.frame)
            if index == 4 { driver.land(at: .seconds(5)) }
            return driver.seek(to: .seconds(5) + .milliseconds(33 * index))
        }
        #expect(sent(driver) == ["exact 5.0", "exact 5.099"])
        #expect(driver.answers(to: seeks[0]) == [.completed(at: .seconds(5))])
        driver.land(at: .milliseconds(5099))
        driver.land(at: .milliseconds(5264))
        #expect(sent(driver) == ["exact 5.0", "exact 5.099", "exact 5.264"])
        #expect(driver.answers(to: seeks[3]) == [.completed(at: .milliseconds(5099))])
        #expect(driver.answers(to: seeks[8]) == [.completed(at: .milliseconds(5264))])
        #expect(!driver.machine.seeks.isScrubbing)
    }

    @Test func `4.2: a target near to the one whose keyframe is shown is reached exactly at once`() {
        var driver = ReducerDriver.loaded()
        drag(&driver, to: 1...3)
        driver.land(at: .seconds(3))
        driver.seek(to: .milliseconds(3400))
        driver.seek(to: .milliseconds(3500))
        #expect(sent(driver) == ["exact 1.3", "before 3.3", "exact 3.4"])
        driver.seek(to: .milliseconds(9500))
        #expect(sent(driver).last == "before 9.5")
    }

    @Test func `4.2: a keyframe that is the target needs no exact seek`() {
        var driver = ReducerDriver.loaded()
        let seeks = drag(&driver, to: 1...3)
        driver.land(at: .milliseconds(3300))
        #expect(driver.answers(to: seeks[2]) == [.completed(at: .milliseconds(3300))])
        #expect(sent(driver) == ["exact 1.3", "before 3.3"])
    }

    @Test func `4.2: a target is not waited for longer than 60 ms`() {
        var driver = ReducerDriver.loaded()
        drag(&driver, to: 1...3)
        driver.pass(.seconds(2))
        driver.seek(to: .seconds(9))
        driver.land(at: .seconds(3))
        driver.land(at: .seconds(8))
        #expect(pauses(driver) == [.milliseconds(60)])
    }

    @Test func `4.2: playback pauses during scrubbing, and resumes after it`() throws {
        var driver = ReducerDriver.loaded(playing: true)
        drag(&driver, to: 1...3)
        let stamp = driver.machine.stamp
        #expect(driver.effects.contains(.send(.setPlaying(false), stamp)))
        #expect(driver.machine.state == .playing(buffering: true))
        driver.land(at: .seconds(3))
        try waitInVain(&driver)
        driver.land(at: .milliseconds(3300))
        #expect(driver.effects.last == .send(.setPlaying(true), stamp))
        driver.report(.running(at: .milliseconds(3300)))
        #expect(driver.machine.state == .playing(buffering: false))
    }

    @Test func `2.3: every caller is answered when scrubbing ends early`() throws {
        let fault = PlayerError(.decodingFailed, "A fault")
        let ends: [(SeekResult, (inout ReducerDriver) -> Void)] = [
            (.stopped, { $0.command(.stop) }), (.stopped, { $0.command(.reset) }),
            (.stopped, { $0.command(.close) }),
            (.stopped, { $0.command(.load(MediaItem(uri: "fake://other"), autoplay: false)) }),
            (.failed(fault), { $0.report(.failed(fault)) }), (.failed(fault), { $0.refuse(fault) }),
            (
                .timedOut,
                { driver in
                    let serial = driver.machine.seeks.serial
                    driver.apply(.expired(.seek(driver.machine.stamp, serial: serial)))
                }
            ),
        ]
        for (expected, end) in ends {
            for stage in 0...2 {
                var driver = ReducerDriver.loaded(playing: true)
                let seeks = drag(&driver, to: 1...3)
                if stage > 0 { driver.land(at: .seconds(3)) }
                if stage > 1 { try waitInVain(&driver) }
                if stage == 1, case .failed(fault) = expected, driver.machine.error == nil {
                    // Nothing is in flight that could be refused; the exact seek is.
                    try waitInVain(&driver)
                }
                end(&driver)
                #expect(driver.answers(to: seeks[2]) == [expected], "stage \(stage)")
                #expect(!driver.machine.seeks.isScrubbing)
            }
        }
    }

    @Test func `4.2: content that is not scrubbable is sought exactly, one target after the other`() {
        var driver = ReducerDriver.loaded(MediaFacts(duration: .seconds(10), isScrubbable: false))
        let seeks = drag(&driver, to: 1...6)
        driver.land(at: .milliseconds(1300))
        driver.land(at: .milliseconds(6300))
        #expect(sent(driver) == ["exact 1.3", "exact 6.3"])
        #expect(driver.answers(to: seeks[0]) == [.completed(at: .milliseconds(1300))])
        #expect(driver.answers(to: seeks[5]) == [.completed(at: .milliseconds(6300))])
    }

    @Test func `4.2: keyframe seeks are executed unchanged`() {
        var driver = ReducerDriver.loaded()
        let seeks = (1...4).map { driver.seek(to: .milliseconds(1000 * $0 + 300), tolerance: .before) }
        driver.land(at: .seconds(1))
        driver.land(at: .seconds(4))
        #expect(sent(driver) == ["before 1.3", "before 4.3"])
        #expect(driver.answers(to: seeks[3]) == [.completed(at: .seconds(4))])
    }
}
