internal import GStreamer
internal import PlayheadCore
internal import PlayheadNetwork

/// Faults: of elements, devices and the network, from all of which `hear` and `hearLoss` hear.
extension GStreamerPipeline {
    /// Reports a fault that playback cannot survive; what comes after it is an echo.
    func fail(_ error: PlayerError) {
        guard !hasFailed else { return }
        phase = .failed
        report(.failed(error))
    }

    /// An element has failed.
    func hear(_ fault: ElementFault) {
        let verdict = faults.verdict(
            on: fault, uri: request.item.uri, isOpened: isOpened, isSeeking: seeking != nil,
            hasOutputs: !branches.isEmpty)
        switch verdict {
        case .echo: break
        case .playOut(let error): playOut(error)
        case .fail(let error): fail(error)
        }
    }

    /// A fault that ends the input: what was read before it is played. The end of the stream follows what is left, or an error where nothing can be
    /// opened with that.
    private func playOut(_ error: PlayerError) {
        faults.playOut(error)
        tellFullness()
    }

    /// An error that decodebin may have lost (1.22.0): if it has not come by now, and the element was not given up for another one, it
    /// counts.
    func hearAgain(_ message: BusMessage, of element: String, from generation: Int) {
        if !isOpened, pipeline?.contains(named: element) == true { hear(message, from: generation) }
    }

    /// A whole kind of stream that could not be presented for want of a decoder.
    var lostStream: PlayerError? {
        let presented = branches.map(\.kind)
        return faults.missing.first { plugin in plugin.stream.map { !presented.contains($0) } ?? false }.map {
            .missingDecoder($0).about(request.item.uri)
        }
    }

    /// The network gives no more. What came before is still good.
    func hearLoss(_ error: PlayerError, mayPlayOut: Bool) {
        guard faults.deferred == nil else { return }
        if mayPlayOut, seeking == nil { playOut(error) } else { fail(error) }
    }
}
