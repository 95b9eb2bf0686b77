import HTTPTransport
import Testing

@Suite struct URLPartsTests {
    @Test func `A URL has its parts`() throws {
        let url = try #require(URLParts("HTTP://u%40:p@EXAMPLE.org:8080/a%20b/./c/../d?x=%41&y#f"))
        #expect(url.scheme == "http" && url.host == "example.org" && url.port == 8080)
        #expect(url.user == "u%40" && url.password == "p")
        #expect(url.path == "/a%20b/d" && url.query == "x=%41&y" && url.fragment == "f")
        #expect(url.text == "http://u%40:p@example.org:8080/a%20b/d?x=%41&y#f")
        let six = try #require(URLParts("https://[2001:DB8::1]/"))
        #expect(six.host == "2001:db8::1" && six.port == 443 && six.text == "https://[2001:db8::1]/")
        let bare = try #require(URLParts("http://h"))
        #expect(bare.path == "/" && bare.text == "http://h/" && bare.port == 80 && bare.query == nil)
        #expect(URLParts("http://h/?")?.text.hasPrefix("http://h/") == true)
    }

    @Test func `Spaces and other bytes are encoded`() {
        #expect(
            URLParts("http://h/a b/ü?c d%20#\"<é>")?.text == "http://h/a%20b/%C3%BC?c%20d%20#%22%3C%C3%A9%3E")
        #expect(URLParts("http://a b/") == nil)
    }

    @Test(arguments: [
        "", "x", "/a", "http:", "http://", "http:///x", "http://h:99999/", "http://[::1/", "http://h:x/",
        "://h",
        "http://[zz]/", "http://h\\@g/", "http://?x",
    ])
    func `A text that is no absolute URL is refused`(_ text: String) {
        #expect(URLParts(text) == nil, "\(String(describing: URLParts(text)))")
    }

    /// RFC 3986, section 5.4.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
        ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
        ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
        ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
        ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
        ("https://x/y", "https://x/y"), ("seg 1.ts", "http://a/b/c/seg%201.ts"),
        ("//g:81/x?u=http://z/", "http://g:81/x?u=http://z/"),
        ("a:b", "nil"), ("x?u=http://z/../", "http://a/b/c/x?u=http://z/../"),
        ("12:30.ts", "http://a/b/c/12:30.ts"), ("_a:b", "http://a/b/c/_a:b"),
        ("g?u=//z y", "http://a/b/c/g?u=//z%20y"), ("seg/a:b.ts", "http://a/b/c/seg/a:b.ts"),
    ])
    func `References are resolved`(_ reference: String, _ wanted: String) throws {
        let base = try #require(URLParts("http://a/b/c/d;p?q"))
        #expect(URLParts(reference, relativeTo: base)?.text ?? "nil" == wanted)
    }
}
