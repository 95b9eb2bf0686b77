extension RequestRecord: Encodable {
    private enum CodingKeys: String, CodingKey {
        case id, connection, method, path, query, headers, arrived, faults, status, bytesSent, end, ended
    }

    /// Writes the record as an object. Times are in seconds, faults have their names from the plan, and keys
    /// without a value are omitted.
    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(id, forKey: .id)
        try object.encode(connection, forKey: .connection)
        try object.encode(method, forKey: .method)
        try object.encode(path, forKey: .path)
        try object.encodeIfPresent(query, forKey: .query)
        let fields = headers.map { ($0.name, $0.value) }
        try object.encode(Dictionary(fields) { "\($0), \($1)" }, forKey: .headers)
        try object.encode(arrived.seconds, forKey: .arrived)
        if !faults.isEmpty {
            var kinds = object.nestedContainer(keyedBy: Fault.Kind.self, forKey: .faults)
            for fault in faults { try fault.write(to: &kinds) }
        }
        try object.encodeIfPresent(status, forKey: .status)
        try object.encode(bytesSent, forKey: .bytesSent)
        try object.encodeIfPresent(end, forKey: .end)
        try object.encodeIfPresent(ended?.seconds, forKey: .ended)
    }
}

extension Duration {
    /// The duration in seconds, rounded to 1 µs.
    fileprivate var seconds: Double { (self / .microseconds(1)).rounded() / 1e6 }
}
