import PlayheadCore
import PlayheadServer
import Synchronization
import TestBasics
import Testing

@testable import StreamWatch

struct ChannelProbeTests {
    private static let live = "streams:\n  live/tv.m3u8: {source: hls-ts/low.m3u8, window: 3}\n"

    /// Follows a live stream of the server for some segments, and returns the monitor.
    private func follow(
        _ plan: FaultPlan, segments: Int, thresholds: WatchThresholds = WatchThresholds(),
        decode: (@Sendable ([UInt8]) async -> SegmentContent?)? = nil
    ) async throws -> (monitor: ChannelMonitor?, alarms: [ChannelCondition]) {
        let server = try await MediaServer(folder: Repository.media, plan: plan)
        var probe = ChannelProbe(uri: server.address(of: "live/tv.m3u8"))
        probe.thresholds = thresholds
        let seen = Mutex<(monitor: ChannelMonitor?, alarms: [ChannelCondition])>((nil, []))
        let count = Mutex(0)
        let (enough, end) = AsyncStream.makeStream(of: Void.self)
        probe.decode = { bytes in
            let content = await decode?(bytes) ?? SegmentContent(picture: [UInt8](repeating: 200, count: 8))
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number >= segments { end.yield() }
            return content
        }
        probe.report = { event, monitor in
            seen.withLock { seen in
                seen.monitor = monitor
                if let alarm = event.alarm, alarm.isRaised { seen.alarms.append(alarm.condition) }
            }
        }
        let running = Task { [probe] in await probe.run() }
        for await _ in enough { break }
        running.cancel()
        await running.value
        await server.close()
        return seen.withLock { $0 }
    }

    @Test func `A live channel is followed without an alarm`() async throws {
        let (monitor, alarms) = try await follow(try FaultPlan(text: Self.live), segments: 4)
        #expect(alarms == [] && monitor?.state == .up, "\(alarms) \(String(describing: monitor?.state))")
    }

    @Test func `Faulty segments are counted`() async throws {
        var thresholds = WatchThresholds()
        thresholds.gapCount = 2
        let plan = try FaultPlan(
            text: Self.live + "rules:\n  - {path: tv-0.ts, status: 404}\n  - {path: tv-2.ts, status: 404}\n")
        let (_, alarms) = try await follow(plan, segments: 2, thresholds: thresholds)
        #expect(alarms == [.gaps])
    }

    @Test func `The certificate of a server is seen`() async throws {
        let server = try await MediaServer(folder: Repository.media, certificate: .localhost)
        var probe = ChannelProbe(uri: server.address(of: "hls-ts/master.m3u8"))
        probe.network.tls.verifiesServers = false
        probe.thresholds.certificateRest = .seconds(1_000_000_000_000)
        let (raised, alarm) = AsyncStream.makeStream(of: ChannelMonitor.Alarm.self)
        probe.report = { event, _ in
            if let found = event.alarm, found.condition == .certificateEnds { alarm.yield(found) }
        }
        let running = Task { [probe] in await probe.run() }
        var found: ChannelMonitor.Alarm?
        for await alarm in raised {
            found = alarm
            break
        }
        running.cancel()
        await running.value
        await server.close()
        #expect(found?.isRaised == true && found?.message.contains("certificate") == true)
    }
}
