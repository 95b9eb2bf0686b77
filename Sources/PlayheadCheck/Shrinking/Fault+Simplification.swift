internal import PlayheadServer

extension FaultRule {
    /// The same rule for all requests, for the first one, without a method, and without one of its numbers.
    var simpler: [FaultRule] {
        var choices: [RequestNumbers] = requests == .all ? [] : [.all]
        if requests.ranges.count > 1 {
            choices += requests.ranges.map { RequestNumbers([$0]) }
        } else if let range = requests.ranges.first, requests != .all, range != 1...1 {
            choices += [1, range.lowerBound].filter { $0...$0 != range }.map { .request($0) }
        }
        let methods = method == nil ? [] : [with { $0.method = nil }]
        return methods + choices.map { choice in with { $0.requests = choice } }
    }

    private func with(_ change: (inout FaultRule) -> Void) -> FaultRule {
        var rule = self
        change(&rule)
        return rule
    }
}

extension Fault {
    /// Simpler faults of the same kind, the simplest first: with smaller or rounder numbers, with the usual status,
    /// or with fewer headers.
    var simpler: [Fault] {
        switch self {
        case .latency(let duration): duration.simpler.map { .latency($0) }
        case .rate(let rate): rate.simpler.map { .rate($0) }
        case .reset(let place): place.simpler.map { .reset(at: $0) }
        case .cut(let place): place.simpler.map { .cut(at: $0) }
        case .length(let length): length.simpler.map { .length($0) }
        case .stall(let place, let duration):
            (duration == nil ? [] : [.stall(at: place)]) + place.simpler.map { .stall(at: $0, for: duration) }
                + (duration?.simpler ?? []).map { .stall(at: place, for: $0) }
        case .redirect(let target, let status): status == 302 ? [] : [.redirect(to: target)]
        case .requires(let headers, let status):
            (status == 401 ? [] : [.requires(headers)])
                + headers.withoutOne.map { .requires($0, status: status) }
        case .headers(let headers): headers.withoutOne.map { .headers($0) }
        case .windowMoves(let count):
            count.magnitude.simpler(from: 1).map { .windowMoves(by: count < 0 ? -Int($0) : Int($0)) }
        case .status, .withoutLength, .type, .ignoresRanges, .stale: []
        }
    }
}

extension BinaryInteger {
    /// Smaller numbers from a least one: the powers of ten, and the number with one significant digit.
    fileprivate func simpler(from least: Self) -> [Self] {
        guard self > least else { return [] }
        var numbers = [least]
        var power: Self = 1
        while power <= self / 10 {
            power *= 10
            if power > least { numbers.append(power) }
        }
        if power > least, power < self { numbers.append(power) }
        numbers.append(self / power * power)
        var last = least - 1
        return numbers.filter { number in
            defer { last = max(last, number) }
            return number > last && number < self
        }
    }
}

extension Duration {
    fileprivate var simpler: [Duration] {
        let milliseconds = Int64(self / .milliseconds(1))
        return milliseconds.simpler(from: 1).map { .milliseconds($0) }
    }
}

extension ByteAmount {
    fileprivate var simpler: [ByteAmount] {
        switch self {
        case .bytes(let count): count.simpler(from: 0).map { .bytes($0) }
        case .share(let share):
            [.bytes(0)]
                + (share == 0.5 ? [] : [.share(0.5)])
                .filter { _ in (share * 10).rounded() != share * 10 }
        }
    }
}

extension ByteRate {
    /// One of the rates alone, and rounder ones.
    fileprivate var simpler: [ByteRate] {
        if steps.count > 1 { return steps.map { .bytesPerSecond($0.bytesPerSecond) } }
        guard let rate = steps.first?.bytesPerSecond else { return [] }
        let round = rate.simpler(from: 0).suffix(2).filter { $0 > 0 }
        return round.map { .bytesPerSecond($0) }
    }
}

extension [String: String] {
    /// The dictionary without each of its keys, as long as one is left.
    fileprivate var withoutOne: [[String: String]] {
        guard count > 1 else { return [] }
        return keys.sorted().map { key in filter { $0.key != key } }
    }
}
