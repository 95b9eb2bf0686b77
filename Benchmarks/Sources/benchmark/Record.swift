import Glibc

/// Milliseconds of CLOCK_MONOTONIC, the clock that all figures share.
func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

/// When the process was started, as the program before this one (`stamp`) says.
var processStart: Double {
    guard let text = unsafe getenv("T0_NS"), let nanoseconds = unsafe Double(String(cString: text)) else {
        return .nan
    }
    return nanoseconds / 1e6
}

/// Prints one figure or a series of them: `{"m":"name","v":[…]}`.
func print(_ name: String, _ values: [Double]) {
    let list = values.map { $0.isFinite ? fixed($0) : "null" }.joined(separator: ",")
    print("{\"m\":\"\(name)\",\"v\":[\(list)]}")
    fflush(nil)
}

func print(_ name: String, _ value: Double) { print(name, [value]) }

/// With four decimals.
private func fixed(_ value: Double) -> String {
    let scaled = (value.magnitude * 10_000).rounded()
    let whole = Int(scaled) / 10_000
    let rest = String(Int(scaled) % 10_000)
    let sign = value < 0 ? "-" : ""
    return sign + String(whole) + "." + String(repeating: "0", count: 4 - rest.count) + rest
}

extension Duration {
    var milliseconds: Double { self / .milliseconds(1) }
}

func median(_ values: [Double]) -> Double {
    values.isEmpty ? .nan : values.sorted()[values.count / 2]
}
