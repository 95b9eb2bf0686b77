internal import CGStreamer
internal import Synchronization

extension DecodedPicture {
    /// Pushes the picture through elements, of which the last one is a sink, on the thread of the call, which it
    /// blocks. False if the elements cannot be linked or started.
    func pass(
        through elements: [Element], onMessage hear: @escaping @Sendable (BusMessage) -> Void = { _ in }
    ) -> Bool {
        let pipeline = Element.pipeline()
        pipeline.onMessage(hear)
        defer { pipeline.setState(.null) }
        for element in elements { pipeline.add(element) }
        guard zip(elements, elements.dropFirst()).allSatisfy({ $0.link(to: $1) }),
            let source = SourcePad(name: "src", duration: { nil }),
            let entry = elements.first?.pad("sink"), source.link(to: entry),
            pipeline.setState(.playing) != .failed
        else { return false }
        source.beginStream(id: "picture", group: SourcePad.nextGroup())
        source.push(self)
        return true
    }

    /// The picture that elements make of it, on the thread of the call, which it blocks; nil if they make none.
    package func changed(by elements: [Element]) -> DecodedPicture? {
        guard let sink = Element.make("fakesink") else { return nil }
        sink.set("sync", false)
        sink.set("async", false)
        let result = Mutex<DecodedPicture?>(nil)
        sink.onHandoff { rendering in
            var format: PictureFormat?
            let picture = rendering.picture(&format)?.content
            result.withLock { $0 = picture }
        }
        guard pass(through: elements + [sink]) else { return nil }
        return result.withLock(\.self)
    }
}

extension SourcePad {
    /// Pushes one picture in system memory as progressive video, with its format and a segment.
    fileprivate func push(_ picture: DecodedPicture) {
        guard let caps = unsafe picture.format.plainCaps else { return }
        unsafe gst_pad_push_event(raw, gst_event_new_caps(caps))
        unsafe gst_caps_unref(caps)
        beginSegment(start: .zero, position: .zero, stop: nil, rate: 1, seqnum: nil)
        unsafe gst_pad_push(raw, picture.bufferAtZero)
    }
}
