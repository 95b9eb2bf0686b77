import Testing

@testable import PlayheadCore

/// The fields of an object, taken apart without a model of it.
struct JSONFieldsTests {
    @Test func `JSON fields keep their text`() {
        let fields = JSONFields(#" { "a" : 1.50 , "b":{"c":"}\",{"},"d":[1,{"e":2}], "f":"" ,"g":null } "#)
        #expect(fields.names == ["a", "b", "d", "f", "g"])
        #expect(fields["a"] == "1.50")
        #expect(fields["b"] == #"{"c":"}\",{"}"#)
        #expect(fields["d"] == #"[1,{"e":2}]"#)
        #expect(fields["f"] == #""""#)
        #expect(fields["g"] == nil)
        #expect(fields["h"] == nil)
    }

    @Test(arguments: [
        "", "{", "}", "[]", "{}", "1", #"{"a"#, #"{"a":"#, #"{"a":1"#, #"{"a":"\"#, #"{"a" 1}"#, "{,}",
    ])
    func `an incomplete JSON object has no fields`(_ text: String) { #expect(JSONFields(text).isEmpty) }

    @Test func `changes of JSON fields name added, changed and removed keys`() {
        let (old, new) = (JSONFields(#"{"a":1,"b":2,"c":3}"#), JSONFields(#"{"a":1,"b":null,"c":4,"d":5}"#))
        #expect(new.changes(since: old).text == #"{"b":null,"c":4,"d":5}"#)
        #expect(old.changes(since: old).isEmpty)
        var merged = old
        merged.merge(new.changes(since: old))
        #expect(merged.changes(since: new).isEmpty)
    }

    @Test func `missing JSON fields are filled in, except across enumeration cases`() {
        var fields = JSONFields(#"{"a":{"x":1},"b":{"one":{}}}"#)
        fields.fill(from: JSONFields(#"{"a":{"x":2,"y":3},"b":{"two":{}},"c":4}"#))
        #expect(fields.text == #"{"a":{"x":1,"y":3},"b":{"one":{}},"c":4}"#)
    }
}
