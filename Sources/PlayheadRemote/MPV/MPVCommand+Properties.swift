internal import Playhead

extension MPVCommand {
    static let properties: [String: MPVCommand] = [
        "set": MPVCommand(["name", "value"]) { arguments, source throws(MPVFault) in
            let value = RemoteValue.string(try arguments.text(1))
            return try change(try arguments.text(0), source) { _, _ in value }
        },
        "add": MPVCommand(["name", "value"], required: 1) { arguments, source throws(MPVFault) in
            let step = arguments.value(1) == nil ? 1 : try arguments.number(1)
            return try change(try arguments.text(0), source) { property, value in
                add(step, to: value, of: property)
            }
        },
        "multiply": MPVCommand(["name", "value"]) { arguments, source throws(MPVFault) in
            let factor = try arguments.number(1)
            return try change(try arguments.text(0), source) { property, value in
                guard case .number(let range) = property.kind, let number = value.double else { return nil }
                return .number((number * factor).clamped(to: range))
            }
        },
        "cycle": MPVCommand(["name", "value"], required: 1) { arguments, source throws(MPVFault) in
            let name = try arguments.text(0)
            let direction = arguments.text(ifAt: 1) ?? "up"
            guard let step = ["up": 1, "down": -1][direction] ?? Double(direction) else { throw .parameter }
            if let kind = MPVProperty.trackKind(of: name) {
                return try source.control.answer(.selectNext(kind))
            }
            return try change(name, source) { property, value in cycle(step, from: value, of: property) }
        },
    ]

    /// Sets a property to what a closure makes of its value.
    private static func change(
        _ name: String, _ source: MPVProperty.Source,
        to next: (MPVProperty, RemoteValue) -> RemoteValue?
    ) throws(MPVFault) -> RemoteValue {
        do throws(MPVFault) {
            let property = try MPVProperty.settable(name)
            guard let new = next(property, property.read(source) ?? .null) else { throw .command }
            try property.set(new, in: source)
            return .null
        } catch { throw .command }
    }

    private static func add(_ step: Double, to value: RemoteValue, of property: MPVProperty) -> RemoteValue? {
        switch (property.kind, value) {
        case (.flag, .bool(let flag)): .bool(step > 0 ? true : step < 0 ? false : flag)
        case (.number(let range), .int(let whole)): .int(Int((Double(whole) + step).clamped(to: range)))
        case (.number(let range), _): value.double.map { .number(($0 + step).clamped(to: range)) }
        default: nil
        }
    }

    private static func cycle(
        _ step: Double, from value: RemoteValue, of property: MPVProperty
    ) -> RemoteValue? {
        switch (property.kind, value) {
        case (.flag, .bool(let flag)): .bool(!flag)
        case (.number, _): add(step, to: value, of: property)
        // The loops: no and inf.
        case (.other, false): "inf"
        case (.other, "inf"): "no"
        default: nil
        }
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
