import Testing

@testable import PlayheadServer

@Suite struct PathPatternTests {
    static let patterns: [(PathPattern, paths: [String], others: [String])] = [
        ("*.ts", ["a.ts", "a/b/c.ts", "/a.ts"], ["a.tsx", "a.ts/b", "ts"]),
        ("low-?.ts", ["low-0.ts", "x/low-1.ts"], ["low-10.ts", "low-.ts"]),
        ("hls/*.ts", ["hls/a.ts", "/hls/a.ts"], ["hls/b/a.ts", "x/hls/a.ts"]),
        ("/a.ts", ["a.ts"], ["b/a.ts"]),
        ("**", ["a", "a/b", ""], []),
        ("**/a.ts", ["a.ts", "x/a.ts", "x/y/a.ts"], ["ba.ts", "x/ba.ts"]),
        ("x/**/a.ts", ["x/a.ts", "x/y/z/a.ts"], ["xa.ts", "x/ya.ts"]),
        ("x/**", ["x/a", "x/a/b"], ["x", "y/x/a"]),
        ("a+(b).ts", ["a+(b).ts"], ["aab.ts"]),
    ]

    @Test(arguments: patterns)
    func `a path pattern matches paths as .gitignore does`(
        pattern: PathPattern, paths: [String], others: [String]
    ) {
        for path in paths { #expect(pattern.matches(path), "\(path)") }
        for path in others { #expect(!pattern.matches(path), "\(path)") }
    }

    @Test func `a path pattern with many stars is matched at once`() {
        let pattern = PathPattern(String(repeating: "*a", count: 40) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 2000)))
    }
}
