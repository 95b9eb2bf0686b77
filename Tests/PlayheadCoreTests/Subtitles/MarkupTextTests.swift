import Testing

@testable import PlayheadCore

/// Plain text out of dirty markup.
struct MarkupTextTests {
    @Test(arguments: [
        ("Salt & pepper", "Salt & pepper"), ("<i>Salt</i> &amp; pepper", "Salt & pepper"),
        ("a < b > c", "a < b > c"),
        ("<v Anna>Hello</v>", "Hello"), ("one\r\ntwo\r\n", "one\ntwo"), ("&lt;b&gt;", "<b>"),
        ("&#228;&#xe4;", "ää"),
        ("&unknown; & &", "&unknown; & &"), ("<font color=\"#fff\">x</font>", "x"), ("1 <3 2", "1 <3 2"),
        ("", ""),
        ("&#0;&#xD800;", "\u{0}&#xD800;"), ("<i>open", "open"), ("a<", "a<"),
    ])
    func `markup is removed from the text of a cue`(_ markup: String, _ text: String) {
        #expect(MarkupText.plain(markup) == text)
    }
}
