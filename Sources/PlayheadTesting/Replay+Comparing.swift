private import FoundationEssentials
internal import Playhead

extension TraceReplay.Difference {
    /// The differences between two snapshots and their derived values. Only fields that both versions have
    /// are compared.
    static func between(
        _ recorded: (snapshot: JSONFields, line: JSONFields),
        _ computed: (snapshot: JSONFields, line: JSONFields)
    ) -> [Self] {
        let stored = recorded.snapshot.names.filter(computed.snapshot.names.contains)
        let derived = ["state", "position"].filter { recorded.line[$0] != nil }
        return stored.flatMap { between($0, recorded.snapshot[$0], computed.snapshot[$0]) }
            + derived.flatMap { between($0, recorded.line[$0], computed.line[$0]) }
    }

    /// Compares recursively as long as both values are objects.
    private static func between(_ field: String, _ recorded: String?, _ computed: String?) -> [Self] {
        if recorded == computed { return [] }
        let (old, new) = (JSONFields(recorded ?? ""), JSONFields(computed ?? ""))
        if !old.isEmpty, !new.isEmpty {
            return Set(old.names).union(new.names).sorted().flatMap {
                between("\(field).\($0)", old[$0], new[$0])
            }
        }
        if let old = recorded.flatMap(number), let new = computed.flatMap(number), old == new { return [] }
        return [Self(field: field, recorded: recorded ?? "null", computed: computed ?? "null")]
    }

    /// The value as a number, because equal numbers may have different notations.
    private static func number(_ json: String) -> Decimal? {
        json.first == "\"" ? nil : Decimal(string: json)
    }
}
