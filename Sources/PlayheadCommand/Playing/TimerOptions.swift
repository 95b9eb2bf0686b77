import ArgumentParser
import Dispatch
import Glibc
import Playhead

/// The options for the times at which a session begins and ends.
struct TimerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Wait with the first frame until a time of day, such as 7:30.", valueName: "h:mm[:ss]"))
    var startAt: TimeOfDay?

    @Option(
        help: ArgumentHelp("Fade out and quit after a time, such as 45:00 for 45 minutes.", valueName: "time")
    )
    var sleepTimer: Seconds?

    func validate() throws {
        if let sleepTimer, sleepTimer.duration <= .zero {
            throw ValidationError("--sleep-timer must be positive")
        }
    }

    /// Starts the timers, on the main queue. They count the time of the clock, also while the machine sleeps.
    @MainActor
    func begin(_ player: Player, quit: @escaping @MainActor () -> Void) {
        if let startAt {
            Self.after(startAt.secondsUntilNext(since: time(nil))) { player.play() }
        }
        guard let length = sleepTimer?.duration.inSeconds else { return }
        let fade = min(Self.fadeSeconds, length)
        Self.after(length - fade) { player.fade(to: 0, over: .seconds(fade)) }
        Self.after(length, quit)
    }

    private static func after(_ seconds: Double, _ action: @escaping @MainActor () -> Void) {
        DispatchQueue.main.asyncAfter(wallDeadline: .now() + seconds) {
            MainActor.assumeIsolated { action() }
        }
    }

    private static let fadeSeconds = 10.0
}

/// A time of day in the time zone of the machine: `7:30`, or `7:30:15`.
struct TimeOfDay: ExpressibleByArgument, Equatable {
    var hour: Int
    var minute: Int
    var second: Int

    init?(argument: String) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.allSatisfy(\.isASCII) ? Int($0) : nil }
        guard (2...3).contains(parts.count), numbers.count == parts.count, numbers.allSatisfy({ $0 >= 0 }),
            numbers[0] < 24, numbers[1] < 60, numbers.count == 2 || numbers[2] < 60
        else { return nil }
        (hour, minute, second) = (numbers[0], numbers[1], numbers.count == 3 ? numbers[2] : 0)
    }

    /// The seconds from a moment until the clock shows this time, today or tomorrow.
    func secondsUntilNext(since now: time_t) -> Double {
        for day in 0...1 {
            var moment = now
            var date = unsafe tm()
            unsafe localtime_r(&moment, &date)
            unsafe (date.tm_hour, date.tm_min, date.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
            unsafe date.tm_mday += Int32(day)
            unsafe date.tm_isdst = -1
            let next = unsafe mktime(&date)
            if next > now { return Double(next - now) }
        }
        return 0
    }

    var defaultValueDescription: String { "\(hour):\(minute < 10 ? "0" : "")\(minute)" }
}
