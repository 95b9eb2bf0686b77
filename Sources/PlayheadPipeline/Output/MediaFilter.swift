internal import GStreamer
internal import PlayheadCore

/// The filters of a configuration: bins that decoded video and audio pass in front of their outputs.
///
/// Video enters and leaves in system memory. A filter is one element of its branch, so the probes at the entry of
/// the branch see what enters it; it must not delay media.
enum MediaFilter {
    /// The name of the bin. The paths of its elements contain it.
    static func name(_ kind: PresentationMeter.Output) -> String { "playhead-\(kind.word)-filter" }

    /// The elements for a branch; empty without a filter.
    static func elements(
        _ kind: PresentationMeter.Output, _ configuration: PlayerConfiguration
    ) throws(PlayerError) -> [Element] {
        guard let description = kind == .video ? configuration.videoFilter : configuration.audioFilter else {
            return []
        }
        let factory = kind == .video ? "videoconvert" : "audioconvert"
        let made = ["capsfilter", factory, factory, "capsfilter"].compactMap { Element.make($0) }
        guard made.count == 4 else { throw .filter(kind, .missing([factory])) }
        for element in [made[0], made[3]] { element.set("caps", text: "\(kind.word)/x-raw") }
        do throws(FilterFault) {
            let filter = try Element.filter(
                described: description, name: name(kind), behind: Array(made[..<2]), before: Array(made[2...])
            )
            // The elements of a filter would drop late frames by themselves.
            if let entry = filter.pad("sink") { filter.pad("src")?.passQuality(to: entry) }
            return [filter]
        } catch {
            throw .filter(kind, error)
        }
    }

    /// The error of filters that cannot be made or do not start; nil if both are usable.
    static func fault(of configuration: PlayerConfiguration) -> PlayerError? {
        do throws(PlayerError) {
            for kind in [PresentationMeter.Output.video, .audio] {
                guard let filter = try elements(kind, configuration).first else { continue }
                defer { filter.setState(.null) }
                if filter.setState(.ready) == .failed { throw .filter(kind, .notStarted) }
            }
            return nil
        } catch {
            return error
        }
    }
}

extension PresentationMeter.Output {
    fileprivate var word: String { self == .video ? "video" : "audio" }

    fileprivate var example: String {
        self == .video ? "`videobalance saturation=0`" : "`audioamplify amplification=0.5`"
    }
}

extension PlayerError {
    /// The error of a filter that cannot be made.
    static func filter(_ kind: PresentationMeter.Output, _ fault: FilterFault) -> PlayerError {
        let filter = "The \(kind.word) filter"
        switch fault {
        case .missing(let elements):
            let name = elements[0]
            // Caps at the end are taken for an element.
            if name == "video" || name == "audio" {
                return PlayerError(
                    .filterFailed, "\(filter) is no valid description: it ends with caps",
                    hint: "put an element behind them, such as identity")
            }
            let hint =
                DebianPackage.of(element: name).map { DebianPackage.hint($0) }
                ?? "check the name; gst-inspect-1.0 lists what is installed"
            return PlayerError(
                .filterFailed, "\(filter) needs the element \(name), which is not installed", hint: hint)
        case .invalid(let message):
            return PlayerError(
                .filterFailed, "\(filter) is no valid description: \(message)",
                hint: "write it as for gst-launch-1.0, such as \(kind.example)")
        case .noEntry, .noExit:
            return PlayerError(
                .filterFailed, "\(filter) has no free \(fault == .noEntry ? "input" : "output")",
                hint: "name elements between a source and a sink, such as \(kind.example)")
        case .unfit:
            return PlayerError(
                .filterFailed, "\(filter) does not take raw \(kind.word), or does not give it out",
                hint: "add the elements that convert it, or use another filter")
        case .notStarted:
            return PlayerError(
                .filterFailed, "\(filter) does not start", hint: "try it with gst-launch-1.0")
        }
    }

    /// The error of a filter that fails in use.
    static func filter(_ kind: PresentationMeter.Output, failedWith fault: ElementFault) -> PlayerError {
        var error = PlayerError(
            .filterFailed, "The \(kind.word) filter failed: \(fault.message)",
            hint: "check its elements and their properties")
        (error.element, error.domain, error.domainCode) = (fault.element, fault.domain, fault.code)
        return error
    }
}
