import Dispatch
import GStreamer
import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import PlayheadCore
@testable import PlayheadPipeline

/// What several loads hand over to one sound device.
@Suite(.timeLimit(.minutes(1))) struct SoundDeviceTests {
    private let timeline = OutputClock()

    private func device() throws -> AudioDevice { try #require(AudioDevice("fakesink", timeline)) }

    private func feed(_ device: AudioDevice) -> AudioFeed {
        AudioFeed(to: device, isOn: true, countedBy: PresentationMeter()) { _ in }
    }

    /// Sound of this length, in pieces of 100 ms, which are due from the moment on in which it is made.
    private func sound(_ length: Duration, channels: Int = 2) async throws -> [AudioRun] {
        let pieces = Int(length / .milliseconds(100))
        let mask = channels > 2 ? ",channel-mask=(bitmask)0x3f" : ""
        return try await AudioRun.all(
            from: "audiotestsrc num-buffers=\(pieces) samplesperbuffer=4410 ! "
                + "audio/x-raw,rate=44100,channels=\(channels)\(mask)")
    }

    /// Silence of this length that is due at no time, and so is never late.
    private func silence(_ length: Duration) async throws -> AudioRun {
        try #require(try await sound(.milliseconds(100)).first?.silence(length))
    }

    /// Two loads of which the first has come to its end: neither has been heard yet.
    private func joined() async throws -> (device: AudioDevice, first: AudioFeed, second: AudioFeed) {
        let runs = try await sound(.milliseconds(500))
        let device = try device()
        // A device that rests plays nothing meanwhile.
        device.pause()
        let (first, second) = (feed(device), feed(device))
        for run in runs.prefix(3) { device.take(run, of: first) }
        first.end {}
        for run in runs.dropFirst(3) { device.take(run, of: second) }
        return (device, first, second)
    }

    private func kept(_ device: AudioDevice, of feed: AudioFeed) -> Duration {
        device.queue.sync { device.kept.filter { $0.feed === feed }.reduce(.zero) { $0 + $1.sound.duration } }
    }

    @Test func `a flushed item at its end is not played before the next item`() async throws {
        let (device, first, second) = try await joined()
        #expect(kept(device, of: first) == .milliseconds(300))
        first.flush()
        #expect(kept(device, of: first) == .zero)
        #expect(kept(device, of: second) == .milliseconds(200))
        second.flush()
        #expect(device.queue.sync { device.kept.isEmpty && device.feeds.isEmpty })
        device.close {}
    }

    @Test func `audio at another pace takes less device time, in step with the clock`()
        async throws
    {
        let device = try #require(AudioDevice("fakesink", timeline, changesPace: true))
        device.pause()
        device.setPace(1.25)
        let feed = feed(device)
        for run in try await sound(.milliseconds(500)) { device.take(run, of: feed) }
        #expect(device.queue.sync { (device.taken / .milliseconds(400) - 1).magnitude } < 0.001)
        #expect(device.queue.sync { (device.pacedRemaining / .milliseconds(500) - 1).magnitude } < 0.001)
        #expect(timeline.clock.pace == 1.25)
        device.close {}
        device.queue.sync {}
        #expect(timeline.clock.pace == 1)
    }

    @Test func `queued audio is played before the clock changes its pace`() async throws {
        let device = try #require(AudioDevice("fakesink", timeline, changesPace: true))
        device.take(try await silence(.seconds(60)), of: feed(device))
        device.setPace(1.25)
        #expect(device.queue.sync { device.run != nil && device.paceTurn == device.taken })
        #expect(timeline.clock.pace == 1)
        device.pause()
        device.queue.sync {}
        #expect(timeline.clock.pace == 1.25)
        device.close {}
    }

    @Test func `the tempo element is replaced after a pause`() async throws {
        let device = try #require(AudioDevice("fakesink", timeline, changesPace: true))
        let first = device.queue.sync { device.tempo?.element }
        device.setPace(1.25)
        device.take(try await silence(.seconds(1)), of: feed(device))
        device.pause()
        device.queue.sync {}
        #expect(device.queue.sync { device.tempo?.element } !== first)
        device.close {}
    }

    @Test(
        .enabled(
            if: Runtime.startFault == nil && Runtime.hasElement("pitch"),
            "the plug-in soundtouch is not installed"))
    func `the pitch is shifted by an element that is there only while it is needed`() async throws {
        let device = try device()
        device.take(try await silence(.seconds(60)), of: feed(device))
        #expect(device.queue.sync { device.run != nil && device.shifter == nil })
        device.setPitch(3)
        #expect(device.queue.sync { device.run != nil && device.shifter != nil })
        #expect(device.queue.sync { device.remaining } > .seconds(50))
        device.setPitch(0)
        device.pause()
        device.resume()
        #expect(device.queue.sync { device.run != nil && device.shifter == nil })
        device.close {}
    }

    @Test func `the next item keeps its end callback and its place before later items`() async throws {
        let (device, first, second) = try await joined()
        let third = feed(device)
        let isOver = Mutex(false)
        second.end { isOver.withLock { $0 = true } }
        for run in try await sound(.milliseconds(100)) { device.take(run, of: third) }
        first.flush()
        let order = device.queue.sync { device.kept.map { ObjectIdentifier($0.feed) } }
        #expect(order == [second, second, third].map(ObjectIdentifier.init))
        #expect(device.queue.sync { device.ends.count } == 1)
        second.flush()
        #expect(device.queue.sync { device.ends.isEmpty })
        #expect(!isOver.withLock { $0 } && kept(device, of: third) == .milliseconds(100))
        device.close {}
    }

    @Test func `a flush of played audio keeps the audio of the next item`() async throws {
        let (device, first, second) = try await joined()
        device.queue.sync { device.settle(until: .milliseconds(300)) }
        first.flush()
        #expect(kept(device, of: first) == .milliseconds(300))
        #expect(kept(device, of: second) == .milliseconds(200))
        device.close {}
    }

    /// A device that has a minute to play before the last 100 ms, which are due so long after they are handed over.
    private func late(_ ahead: Duration) async throws -> AudioDevice {
        let (minute, runs) = (try await silence(.seconds(60)), try await sound(.milliseconds(200)))
        let (device, last) = (try device(), try #require(runs.last))
        let feed = feed(device)
        feed.delay = timeline.clock.now + ahead - (try #require(last.due))
        device.pause()
        device.take(minute, of: feed)
        for run in runs.dropLast() { device.take(run, of: feed) }
        device.resume()
        device.take(last, of: feed)
        return device
    }

    @Test func `the clock waits for a device that plays late`() async throws {
        let device = try await late(.milliseconds(59_900))
        device.queue.sync {
            #expect(device.taken == .seconds(60) + .milliseconds(200))
            // As a sound server tells when it goes on, a moment after it has seemed to.
            device.keepTogether(late: .milliseconds(200))
            #expect(device.isHolding && timeline.clock.speed == 0.5)
            device.keepTogether(late: .milliseconds(30))
            #expect(device.isHolding && timeline.clock.speed == 0.5)
            device.keepTogether(late: .milliseconds(15))
            // Steering, which begins half a second after the start, changes the clock by 1 % at most.
            #expect(!device.isHolding && (timeline.clock.speed - 1).magnitude <= AudioDevice.mostGain)
            device.keepTogether(late: .milliseconds(100))
            #expect(!device.isHolding)
        }
        device.close {}
    }

    @Test func `a waiting clock resumes when the device pauses`() async throws {
        let device = try device()
        device.take(try await silence(.seconds(60)), of: feed(device))
        device.queue.sync {
            // For twice as long.
            device.keepTogether(late: .seconds(30))
            #expect(device.isHolding)
        }
        device.pause()
        #expect(device.queue.sync { !device.isHolding } && timeline.clock.speed == 1)
        device.close {}
    }

    @Test func `audio that arrives too late is dropped`() async throws {
        let device = try await late(.milliseconds(-200))
        device.queue.sync {
            #expect(device.taken == .seconds(60) + .milliseconds(100))
            #expect(!device.isHolding && timeline.clock.speed == 1)
        }
        device.close {}
    }

    /// An item in stereo, then one of six channels, as they are handed over at their joint.
    private func changing() async throws -> (
        device: AudioDevice, first: AudioFeed, second: AudioFeed, heard: AsyncStream<Duration>
    ) {
        let (device, (heard, end)) = (try device(), AsyncStream.makeStream(of: Duration.self))
        device.pause()
        let (first, second) = (feed(device), feed(device))
        for run in try await sound(.milliseconds(300)) { device.take(run, of: first) }
        first.end {}
        let wide = try #require(try await sound(.milliseconds(100), channels: 6).first)
        for _ in 0..<2 { device.take(try #require(wide.silence(.milliseconds(100))), of: second) }
        second.end { [unowned device] in
            end.yield(device.taken)
            end.finish()
        }
        return (device, first, second, heard)
    }

    @Test func `an item with more channels waits for the end of the earlier item`() async throws {
        let (device, first, second, heard) = try await changing()
        #expect(kept(device, of: first) == .milliseconds(300))
        #expect(kept(device, of: second) == .zero)
        device.resume()
        for await taken in heard { #expect(taken == .milliseconds(500)) }
        #expect(device.queue.sync { !device.isHeldForFormat && device.ends.isEmpty && device.feeds.isEmpty })
        device.close {}
    }

    @Test func `an item with more channels does not wait for a flushed item`() async throws {
        let (device, first, second, heard) = try await changing()
        first.flush()
        #expect(kept(device, of: second) == .milliseconds(200))
        device.resume()
        for await taken in heard { #expect(taken == .milliseconds(500)) }
        device.close {}
    }

    @Test func `a flush of a waiting item keeps the audio of the earlier item`() async throws {
        let (device, first, second, heard) = try await changing()
        second.flush()
        #expect(kept(device, of: first) == .milliseconds(300))
        #expect(
            device.queue.sync { !device.isHeldForFormat && device.feeds.isEmpty && device.kept.count == 3 })
        device.close {}
        _ = heard
    }
}
