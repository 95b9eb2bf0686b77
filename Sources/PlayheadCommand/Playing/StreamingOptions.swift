import ArgumentParser
import Playhead

/// The options for HLS and DASH, and for silence of the network.
struct StreamingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Maximum bit rate of a variant, such as 3M.", valueName: "bit/s"))
    var maxBitrate: Bitrate?

    @Option(
        help: ArgumentHelp("Bandwidth estimate at the start, such as 800k.", valueName: "bit/s"))
    var startBitrate: Bitrate?

    @Option(
        help: ArgumentHelp("Maximum height of a variant's video, such as 720 or 720p.", valueName: "lines"))
    var maxHeight: VideoHeight?

    @Option(help: ArgumentHelp("Distance to the live edge at the start.", valueName: "seconds"))
    var liveOffset: Seconds?

    @Option(
        help: ArgumentHelp(
            "Maximum speed to catch up with the live offset, 1 to 1.5.",
            valueName: "speed"))
    var catchUp: Double?

    @Option(help: ArgumentHelp("Maximum time without data from the network.", valueName: "seconds"))
    var stallTimeout = Seconds(.seconds(30))

    @Option(help: "Action at a missing segment.")
    var onGap: NetworkRecovery.MissingSegmentPolicy = .skip

    func validate() throws {
        if let offset = liveOffset?.duration, offset < .zero {
            throw ValidationError("--live-offset must not be negative")
        }
        if let catchUp, !PlayerConfiguration.catchUpSpeeds.contains(catchUp) {
            throw ValidationError("--catch-up must be from 1 to 1.5")
        }
        guard stallTimeout.duration >= .milliseconds(1) else {
            throw ValidationError("--stall-timeout must be at least 0.001")
        }
    }

    /// Applies the options to a player configuration.
    func apply(to configuration: inout PlayerConfiguration) {
        configuration.quality.maximumBitrate = maxBitrate?.value
        configuration.quality.startBitrate = startBitrate?.value
        configuration.quality.maximumHeight = maxHeight?.value
        configuration.liveOffset = liveOffset?.duration
        configuration.catchUpSpeed = catchUp
        configuration.stallTimeout = stallTimeout.duration
        configuration.networkRecovery.missingSegment = onGap
    }
}

/// A number of lines, with an optional suffix `p`.
struct VideoHeight: ExpressibleByArgument {
    let value: Int

    init?(argument: String) {
        guard let lines = Int(argument.hasSuffix("p") ? argument.dropLast() : argument[...]), lines > 0 else {
            return nil
        }
        value = lines
    }
}

/// A bit rate in bits per second: a number with an optional suffix `k` or `M`.
struct Bitrate: ExpressibleByArgument {
    let value: Int

    init?(argument: String) {
        let factors: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6]
        let factor = argument.last.flatMap { factors[$0] }
        guard let number = Double(factor == nil ? argument[...] : argument.dropLast()) else { return nil }
        let rate = number * (factor ?? 1)
        guard rate >= 1, rate <= 1e12 else { return nil }
        value = Int(rate)
    }
}
