import Glibc
import Testing

@testable import PlayheadCommand
@testable import TestSupport

@Suite(.timeLimit(.minutes(1))) struct `Timers of the command` {
    @Test(arguments: [("7:30", 7, 30, 0), ("23:59:58", 23, 59, 58), ("00:00", 0, 0, 0)])
    func `read a time of day`(text: String, hour: Int, minute: Int, second: Int) throws {
        let time = try #require(TimeOfDay(argument: text))
        #expect((time.hour, time.minute, time.second) == (hour, minute, second))
    }

    @Test(arguments: ["", "7", "24:00", "7:60", "7:30:60", "-1:00", "7:3a", "7::30", "1:2:3:4"])
    func `refuse other times`(text: String) { #expect(TimeOfDay(argument: text) == nil) }

    @Test func `wait until the clock shows the time, today or tomorrow`() throws {
        var date = unsafe tm()
        unsafe (date.tm_year, date.tm_mon, date.tm_mday, date.tm_hour, date.tm_min) = (126, 0, 31, 12, 0)
        unsafe date.tm_isdst = -1
        let noon = unsafe mktime(&date)
        #expect(try #require(TimeOfDay(argument: "12:00:05")).secondsUntilNext(since: noon) == 5)
        #expect(try #require(TimeOfDay(argument: "12:00")).secondsUntilNext(since: noon) == 86400)
        #expect(try #require(TimeOfDay(argument: "11:30")).secondsUntilNext(since: noon) == 84600)
    }

    @Test func `quit while the item plays`() async throws {
        let result = try await PlayheadBinary.run(
            "--json", "--video", "none", "--audio", "none", "--repeat", "one", "--sleep-timer", "0.5",
            SampleMedia.path("tone.wav"))
        #expect(result.code == 0)
        #expect(try result.lines().named("summary").first?.items?.first?.outcome == "stopped")
    }
}
