/// The recorded bytes of one resource, from responses with and without ranges.
struct RecordedPieces {
    private var runs: [(start: Int, bytes: [UInt8])] = []
    private var size: Int?
    private let model: RecordedExchange?

    init(_ exchanges: [RecordedExchange]) {
        var pieces: [(start: Int, bytes: [UInt8])] = []
        var model: RecordedExchange?
        for exchange in exchanges {
            guard let body = exchange.body, exchange.status == 200 || exchange.status == 206 else { continue }
            guard let (start, size) = exchange.place else { continue }
            pieces.append((start, body))
            self.size = size ?? self.size
            model = model ?? exchange
        }
        self.model = model
        for piece in pieces.sorted(by: { $0.start < $1.start }) {
            if let last = runs.last, piece.start <= last.start + last.bytes.count {
                let known = last.start + last.bytes.count - piece.start
                runs[runs.count - 1].bytes += piece.bytes.dropFirst(known)
            } else {
                runs.append(piece)
            }
        }
    }

    /// The response to a request for a range; nil if its first byte was not recorded. It is cut where the
    /// recorded bytes end.
    func response(to range: String?) -> RecordedResponse? {
        guard let size, let model else { return nil }
        let asked: Range<Int>
        switch ByteRange(range, of: size) {
        case .whole: asked = 0..<size
        case .part(let part): asked = part
        case .unsatisfiable: return nil
        }
        let run = runs.first { $0.start <= asked.lowerBound && asked.lowerBound < $0.start + $0.bytes.count }
        guard let run else { return nil }
        let bytes = Array(run.bytes.dropFirst(asked.lowerBound - run.start).prefix(asked.count))
        var response = RecordedResponse(model)
        let isPart = range != nil
        response.status = isPart ? 206 : 200
        response.headers.removeAll { $0.name.lowercased() == "content-range" }
        if isPart {
            let bounds = "bytes \(asked.lowerBound)-\(asked.upperBound - 1)/\(size)"
            response.headers.append(("Content-Range", bounds))
        }
        response.transfer = response.transfer * bytes.count / max(response.resource.size, 1)
        response.resource = Resource(bytes: bytes, type: model.type)
        response.declaredSize = bytes.count < asked.count ? asked.count : nil
        response.end = bytes.count < asked.count ? .cut : .complete
        return response
    }
}

extension RecordedExchange {
    /// The offset of the body in the resource, and the size of the resource if it is known.
    fileprivate var place: (start: Int, size: Int?)? {
        if status == 200 { return (0, declaredSize ?? body?.count) }
        guard let field = headers.first(where: { $0.name.lowercased() == "content-range" })?.value else {
            return nil
        }
        // bytes 0-99/1234
        let parts = field.split { " -/".contains($0) }
        guard parts.count == 4, let start = Int(parts[1]) else { return nil }
        return (start, Int(parts[3]))
    }
}
