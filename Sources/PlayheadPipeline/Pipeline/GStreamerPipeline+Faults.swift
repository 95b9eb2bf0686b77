internal import GStreamer
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadSystem
internal import Synchronization

/// The faults of elements, devices and the network.
///
/// | Fault | Arrives at |
/// |---|---|
/// | of an element or a device, by a bus message | `hear`, which asks `FaultFilter` |
/// | of the network, or of the bytes that the program supplies | `hearLoss` |
/// | found by the code of the pipeline itself | `fail`, directly; ``EndCause`` lists the files |
extension GStreamerPipeline {
    /// Reports a fault that playback cannot survive. Later faults are ignored.
    func fail(_ error: PlayerError) {
        guard !hasFailed else { return }
        phase = .failed
        report(.failed(error))
    }

    /// An element has failed.
    func hear(_ fault: ElementFault) {
        if isLateLink(fault), rebuilds < Self.mostRebuilds {
            rebuilds += 1
            return rebuild()
        }
        if let error = filterError(fault) { return fail(error.about(request.item.uri)) }
        let verdict = faults.verdict(
            on: fault, uri: request.item.uri, isOpened: isOpened, isSeeking: seeking != nil,
            hasOutputs: !branches.isEmpty, encryption: plugged.withLock(\.encryption))
        switch verdict {
        case .echo: break
        case .playOut(let error): playOut(error)
        case .fail(let error):
            fail(lacksTrack(error) ? .noTrack(of: reading?.kinds ?? [], request.item.uri) : error)
        }
    }

    /// The error of a filter that explains a fault; nil if the fault comes from elsewhere.
    private func filterError(_ fault: ElementFault) -> PlayerError? {
        for branch in branches {
            let name = MediaFilter.name(branch.kind)
            guard let filter = branch.elements.first(where: { $0.name == name }) else { continue }
            if fault.path.contains(":\(name)/") { return .filter(branch.kind, failedWith: fault) }
            // What a filter refuses is reported by the element that pushes it.
            if fault.debug.contains("not-negotiated"), filter.pad("src")?.caps == nil,
                filter.pad("sink")?.peer?.caps != nil
            {
                return .filter(branch.kind, .unfit)
            }
        }
        return nil
    }

    /// Whether a decoder is missing only because a medium that is read has none of the streams that are
    /// wanted.
    private func lacksTrack(_ error: PlayerError) -> Bool {
        guard let reading, error.code == .missingDecoder else { return false }
        return !faults.missing.contains { plugin in
            plugin.stream.map { reading.kinds.contains($0 == .video ? .video : .audio) } ?? false
        }
    }

    /// Whether an element has failed only because decodebin had not linked it yet (1.22.0).
    private func isLateLink(_ fault: ElementFault) -> Bool {
        Workaround.lateStaticLinks.isNeeded && !isOpened && !isRemote && branches.isEmpty
            && ["aiffparse", "auparse", "wavparse"].contains(fault.element)
            && fault.debug.contains("not-linked")
    }

    private static let mostRebuilds = 5

    /// Handles a fault that ends the input. Media that was read before it is played. Then the stream ends, or
    /// fails if nothing can be opened with that media.
    private func playOut(_ error: PlayerError) {
        faults.playOut(error)
        tellFullness()
    }

    /// Handles an error that decodebin may have lost (1.22.0). It counts if it has not arrived by now, and
    /// the element is still in the pipeline.
    func hearAgain(_ message: BusMessage, of element: String, from generation: Int) {
        if !isOpened, pipeline?.contains(named: element) == true { hear(message, from: generation) }
    }

    /// The error for a kind of stream that could not be presented, because no decoder is installed. Of a
    /// medium that is read, only the wanted kinds count.
    var lostStream: PlayerError? {
        let presented = branches.map(\.kind)
        let isLost = { (output: PresentationMeter.Output) in
            !presented.contains(output)
                && self.reading.map { $0.kinds.contains(output == .video ? .video : .audio) } ?? true
        }
        return faults.missing.first { $0.stream.map(isLost) ?? false }.map {
            .missingDecoder($0).about(request.item.uri)
        }
    }

    /// Handles the end of data from the network. Media that arrived before is still played.
    func hearLoss(_ error: PlayerError, mayPlayOut: Bool) {
        guard faults.deferred == nil else { return }
        if mayPlayOut, seeking == nil { playOut(error) } else { fail(error) }
    }
}
