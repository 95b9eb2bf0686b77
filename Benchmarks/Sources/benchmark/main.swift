import CBusProbe
import Glibc

let mainReached = now()
let arguments = Array(CommandLine.arguments.dropFirst())

func argument(_ index: Int) -> String {
    guard index < arguments.count else {
        fail(
            """
            usage: benchmark init | cold URI | preroll URI COUNT | start URI COUNT | seek URI acc|key COUNT
                   | idle URI playing|paused HZ SECONDS | cycles URI COUNT ready|playing|resting | buslatency URI COUNT
                    | snapshot URI | read URI THREADS | fanout URI LISTENERS COUNT | step URI COUNT
                    | switch URI URI COUNT | transitions COUNT URI … | list COUNT
                    | decode URI frames|small|sound|exact|keyframes COUNT | watch URI yes|no
                    | storm URI acc|key random|sweep|slow COUNT HZ | virtual URI COUNT
                    | wall URI PLAYERS SECONDS
            """)
    }
    return arguments[index]
}

func number(_ index: Int) -> Double { Double(argument(index)) ?? 0 }

switch argument(0) {
case "init": measureInit(main: mainReached)
case "cold": measureCold(argument(1), main: mainReached)
case "preroll": await measurePreroll(argument(1), count: Int(number(2)))
case "start": await measureStart(argument(1), count: Int(number(2)))
case "seek": await measureSeek(argument(1), mode: argument(2), count: Int(number(3)))
case "storm":
    await measureStorm(
        argument(1), mode: argument(2), pattern: argument(3), count: Int(number(4)), hz: number(5))
case "decode": await measureDecoding(argument(1), argument(2), count: Int(number(3)))
case "watch": await measureWatching(argument(1), isWatched: argument(2) == "yes")
case "read": await measureReading(argument(1), threads: Int(number(2)))
case "fanout": await measureFanOut(argument(1), listeners: Int(number(2)), count: Int(number(3)))
case "idle":
    await measureIdle(argument(1), plays: argument(2) == "playing", hz: number(3), seconds: number(4))
case "cycles":
    await measureCycles(
        argument(1), count: Int(number(2)), until: Stage(rawValue: argument(arguments.count - 1)) ?? .ready
    )
    bus_probe_end()
case "buslatency": await measureBusLatency(argument(1), count: Int(number(2)))
case "switch": await measureSwitch(argument(1), argument(2), count: Int(number(3)))
case "transitions": await measureTransitions(Array(arguments[2...]), count: Int(number(1)))
case "list": await measureList(Int(number(1)))
case "step": await measureStep(argument(1), count: Int(number(2)))
case "virtual": await measureVirtual(argument(1), count: Int(number(2)))
case "wall": await measureWall(argument(1), players: Int(number(2)), seconds: number(3))
case "snapshot": await measureSnapshot(argument(1))
default: _ = argument(arguments.count)
}
