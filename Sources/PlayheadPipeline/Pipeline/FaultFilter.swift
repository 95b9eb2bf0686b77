internal import GStreamer
internal import PlayheadCore

/// Decides what a fault of an element means for a load.
struct FaultFilter {
    enum Verdict {
        /// It follows from a fault that is known.
        case echo
        /// The input ends here. What was read before it is still presented.
        case playOut(PlayerError)
        /// Playback cannot continue.
        case fail(PlayerError)
    }

    /// The plug-ins that are not installed.
    private(set) var missing: [PluginRequest] = []
    /// A fault that ended the input, while what was read before it is still presented.
    private(set) var deferred: PlayerError?
    /// The reason why the last missing segment was left out.
    var lostSegment: PlayerError?

    /// Takes a plug-in that is not installed. Returns whether it was not known before.
    @discardableResult
    mutating func miss(_ plugin: PluginRequest) -> Bool {
        if missing.contains(plugin) { return false }
        missing.append(plugin)
        return true
    }

    /// Defers a fault until the media that was read before it has been presented.
    mutating func playOut(_ error: PlayerError) { deferred = error }

    /// - Parameters:
    ///   - isOpened: whether the outputs have held their first frames and samples.
    ///   - isSeeking: whether a seek is under way.
    ///   - hasOutputs: whether a stream was found and linked to an output.
    ///   - encryption: the scheme of an encrypted track, if it is known.
    func verdict(
        on fault: ElementFault, uri: String, isOpened: Bool, isSeeking: Bool, hasOutputs: Bool,
        encryption: String?
    ) -> Verdict {
        if let deferred {
            // A fault of another element, before the outputs hold anything, means that too little was read.
            return !isOpened && fault.element != deferred.element ? .fail(deferred) : .echo
        }
        // Playback could not begin with the remaining segments of a stream.
        if !isOpened, let lostSegment { return .fail(lostSegment) }
        let error = PlayerError(
            fault, uri: uri, missing: missing, hasPresented: hasOutputs, encryption: encryption)
        let isPlayedOut = isOpened || error.code == .connectionLost
        return isPlayedOut && !isSeeking && fault.endsInputOnly ? .playOut(error) : .fail(error)
    }
}

extension ElementFault {
    /// Whether the fault lies before the decoders, so that what they hold can still be presented.
    fileprivate var endsInputOnly: Bool {
        !element.hasSuffix("sink")
            && (domain == "gst-resource-error-quark" || domain == "gst-stream-error-quark")
    }
}
