import Testing

@testable import MediaFormats

struct DecoderTableTests {
    private let table = DecoderTable([
        "video/x-h264": .init(trusted: ["first", "second"], others: ["third"], software: ["soft", "slow"])
    ])

    private func candidates(_ names: [String], hardware: [String] = []) -> [DecoderTable.Candidate] {
        names.map { .init($0, isHardware: false) } + hardware.map { .init($0, isHardware: true) }
    }

    private func order(
        _ mode: DecodingMode, _ software: [String] = ["slow", "soft"],
        _ hardware: [String] = ["unlisted", "third", "second", "first"], without failed: Set<String> = []
    ) -> DecoderTable.Order {
        table.order(
            of: candidates(software, hardware: hardware), for: "video/x-h264", mode, without: failed)
    }

    @Test func `automatic uses trusted hardware in the order of the table`() {
        #expect(order(.automatic) == .init(hardware: ["first", "second"], software: ["soft", "slow"]))
        #expect(order(.automatic, ["soft"], ["third"]) == .init(software: ["soft"]))
    }

    @Test func `automatic uses other hardware if no software decodes the format`() {
        #expect(order(.automatic, [], ["unlisted", "third"]) == .init(software: ["third", "unlisted"]))
    }

    @Test func `software uses no hardware at all`() {
        #expect(order(.software) == .init(software: ["soft", "slow"]))
        #expect(order(.software, []) == .init())
    }

    @Test func `hardware uses all hardware, the listed first`() {
        #expect(
            order(.hardware)
                == .init(hardware: ["first", "second", "third", "unlisted"], software: ["soft", "slow"]))
    }

    @Test func `decoders that the table lacks follow by rank`() {
        #expect(order(.software, ["other", "slow"]).software == ["slow", "other"])
        #expect(
            table.order(of: candidates(["b", "a"]), for: "video/x-theora", .hardware)
                == .init(software: ["b", "a"]))
    }

    @Test(arguments: [DecodingMode.automatic, .hardware])
    func `hardware for a format that the table lacks is the last resort`(mode: DecodingMode) {
        let both = candidates(["soft"], hardware: ["hard"])
        #expect(table.order(of: both, for: "image/jpeg", mode) == .init(software: ["soft"]))
        let alone = candidates([], hardware: ["hard"])
        #expect(table.order(of: alone, for: "image/jpeg", mode) == .init(software: ["hard"]))
        #expect(table.order(of: alone, for: "image/jpeg", .software) == .init())
    }

    @Test func `a decoder that has failed is not used again`() {
        #expect(order(.automatic, without: ["first"]).hardware == ["second"])
        #expect(order(.hardware, without: ["first", "third"]).hardware == ["second", "unlisted"])
        #expect(order(.automatic, [], ["third"], without: ["third"]) == .init())
    }

    @Test func `no decoder of the standard table is listed twice`() {
        for (codec, entry) in DecoderTable.standard.codecs {
            let names = entry.hardware.map(\.factory) + entry.software
            #expect(Set(names).count == names.count && !entry.software.isEmpty, "\(codec)")
        }
    }
}
