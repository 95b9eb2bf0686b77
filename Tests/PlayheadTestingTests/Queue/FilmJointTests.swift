import Foundation
import Playhead
import PlayheadTesting
import TestSupport
import Testing

@testable import TestBasics

/// What is seen and heard where one film follows another that was cut from the same recording.
@Suite(.timeLimit(.minutes(2))) struct FilmJointTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func ms(_ time: Duration) -> Double { time / .milliseconds(1) }

    private static let forms: [String: TestPattern] = [
        "mp4": TestPattern(.mp4), "mkv": TestPattern(.matroska), "webm": TestPattern(.webm),
        "mute mp4": TestPattern(.mp4).withoutAudio, "mute webm": TestPattern(.webm).withoutAudio,
    ]

    @Test(arguments: [
        ("mp4", "mp4"), ("mkv", "mkv"), ("mp4", "mkv"), ("webm", "mp4"), ("mute mp4", "mute mp4"),
        ("mute webm", "mp4"), ("mkv", "mute mp4"),
    ])
    func `the first video frame of the next item follows in time, whatever the two containers are`(
        _ first: String, _ second: String
    ) async throws {
        let witness = Witness()
        let player = Player(configuration: .watched(by: witness))
        for (number, form) in [first, second].enumerated() {
            var film = try #require(Self.forms[form])
            (film.item, film.length) = (number + 1, .milliseconds(800))
            player.queue.append(MediaItem(path: try await film.write(in: folder)))
        }
        player.play()
        try await player.wait(within: .seconds(60)) { $0.status == .ended && !$0.wantsToPlay }
        await player.close()
        let read = witness.shown.map { FrameCode($0) }
        #expect(read == [1, 2].flatMap { item in (0..<20).map { FrameCode(item: item, number: $0) } })
        let steps = zip(witness.shown, witness.shown.dropFirst()).map { ms($1.clockTime - $0.clockTime) }
        // Matroska counts in milliseconds; sound may be longer than pictures, by less than a frame of these.
        #expect(
            steps.enumerated().allSatisfy { abs($1 - 40) < 1.5 || $0 == 19 && (38.5..<80).contains($1) },
            "\(steps)")
    }

    @Test(arguments: ["mp4", "mute webm"])
    func `4.9: an image joins to the video frame with the items before and after it`(_ form: String)
        async throws
    {
        let witness = Witness()
        let player = Player(configuration: .watched(by: witness))
        var film = try #require(Self.forms[form])
        film.length = .milliseconds(800)
        let path = try await film.write(in: folder)
        var image = MediaItem(path: try folder.write(Data(TestImage.png()), to: "image.png"))
        image.imageDuration = .seconds(1.23)
        for item in [image, MediaItem(path: path), image, image] { player.queue.append(item) }
        player.play()
        try await player.wait(within: .seconds(60)) { $0.status == .ended && !$0.wantsToPlay }
        await player.close()
        let begins = witness.shown.filter { $0.mediaTime == .zero }.map(\.clockTime)
        let steps = zip(begins, begins.dropFirst()).map { ms($1 - $0) }
        #expect(steps.count == 3)
        // The audio of the film is longer than its video, by less than a frame.
        #expect(
            abs(steps[0] - 1230) < 0.01 && (799...840).contains(steps[1]) && abs(steps[2] - 1230) < 0.01,
            "\(steps)")
        #expect(witness.shown.count == 13 * 3 + 20)
    }

    @Test func `a file that was cut without re-encoding is played to its end`() async throws {
        let path = try cutCopy(of: CutRecording.films[0], after: .milliseconds(500), of: .milliseconds(1100))
        let witness = Witness()
        let player = Player(configuration: .watched(by: witness))
        player.load(MediaItem(path: path))
        player.play()
        #expect(try await player.waitForEnd(within: .seconds(60)) == .natural)
        #expect(player.duration == .milliseconds(600))
        await player.close()
        #expect(witness.shown.map(\.number) == Array(15..<33))
        let heard = HeardSamples(witness.played)
        #expect(abs(heard.samples.count - 26_460) <= 1)
        let original = try CutRecording.films[0].original(.a)
        #expect(abs(heard.shift(at: 4000, expected: 22_050, in: original)) <= 1)
    }

    @Test(arguments: CutRecording.films, [0.7, 0.31, 1.05])
    func `a seek leads to the video frame and the audio sample of the target`(
        _ film: CutRecording, _ seconds: Double
    ) async throws {
        let witness = Witness()
        let player = Player(configuration: .watched(by: witness))
        player.load(MediaItem(path: try film.path(.a, in: folder)))
        try await player.waitUntil(.ready, within: .seconds(60))
        #expect(await player.seek(to: .seconds(seconds)) == .completed(at: .seconds(seconds)))
        player.play()
        #expect(try await player.waitForEnd(within: .seconds(60)) == .natural)
        await player.close()
        let (picture, sound) = (try #require(witness.shown.first), try #require(witness.played.first))
        #expect(witness.shown.map(\.number) == Array(Int(seconds * 30)..<33))
        let (first, whole) = (Int((seconds * 44100).rounded()), try film.original(.a))
        let heard = HeardSamples(witness.played)
        #expect(heard.samples.count == whole.count - first)
        #expect(heard.shift(at: 0, expected: first, in: whole) == 0)
        #expect(abs(ms(picture.clockTime - sound.clockTime - picture.mediaTime + sound.mediaTime)) < 1)
    }

    @Test(arguments: CutRecording.films)
    func `an end position ends audio and video together`(_ film: CutRecording) async throws {
        let witness = Witness()
        let player = Player(configuration: .watched(by: witness))
        var item = MediaItem(path: try film.path(.a, in: folder))
        (item.startPosition, item.endPosition) = (.milliseconds(200), .milliseconds(700))
        player.load(item)
        player.play()
        #expect(try await player.waitForEnd(within: .seconds(60)) == .natural)
        await player.close()
        #expect(witness.shown.map(\.number) == Array(6..<21))
        let heard = HeardSamples(witness.played)
        #expect(heard.shift(at: 0, expected: 8820, in: try film.original(.a)) == 0)
        #expect(heard.samples.count == 22_050)
    }

    @Test(arguments: [SeekTolerance.exact, .before, .after, .near])
    func `a seek close to the end lands inside the medium`(_ tolerance: SeekTolerance) async throws {
        let player = Player(configuration: .watched(by: Witness()))
        player.load(MediaItem(path: try CutRecording.films[0].path(.a, in: folder)))
        try await player.waitUntil(.ready, within: .seconds(60))
        for target in [1099, 1100, 1101, 1120] {
            let result = await player.seek(to: .milliseconds(target), tolerance: tolerance)
            let position = player.position
            #expect(result == .completed(at: position) || result == .unnecessary, "\(target): \(result)")
            #expect(position <= .milliseconds(1100), "\(target)")
        }
        player.play()
        #expect(try await player.waitForEnd(within: .seconds(60)) == .natural)
        #expect(player.position == .milliseconds(1100))
        await player.close()
    }

    /// A copy with other edit lists, as libavformat writes them where it cuts between pictures that it copies.
    private func cutCopy(of film: CutRecording, after start: Duration, of length: Duration) throws -> String {
        var bytes = try Data(contentsOf: URL(filePath: film.path(.a, in: folder)))
        let old = Int(length / .milliseconds(1))
        let new = Int((length - start) / .milliseconds(1))
        func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        func write(_ number: Int, at place: Int) {
            bytes.replaceSubrange(
                place..<place + 4, with: (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xFF) })
        }
        // The units of the movie, of the pictures and of the sound.
        let header = try #require(bytes.range(of: Data("mvhd".utf8))).upperBound
        #expect(number(at: header + 12) == 1000 && number(at: header + 16) == old)
        write(new, at: header + 16)
        var place = header
        for scale in [15360, 44100] {
            let list = try #require(bytes.range(of: Data("elst".utf8), in: place..<bytes.count)).upperBound
            #expect(number(at: list + 4) == 1 && number(at: list + 8) == old && number(at: list + 12) == 1024)
            write(new, at: list + 8)
            write(1024 + Int(start / .milliseconds(1)) * scale / 1000, at: list + 12)
            place = list
        }
        return try folder.write(bytes, to: "cut.mp4")
    }

    @Test(arguments: CutRecording.films)
    func `two cut files join to the audio sample and to the video frame`(_ film: CutRecording) async throws {
        let witness = Witness()
        let player = Player(configuration: .watched(by: witness))
        for part in CutRecording.Part.allCases {
            player.queue.append(MediaItem(path: try film.path(part, in: folder)))
        }
        player.play()
        try await player.wait(within: .seconds(60)) { $0.status == .ended && !$0.wantsToPlay }
        await player.close()

        #expect(witness.shown.map(\.number) == Array(0..<68))
        for (one, next) in zip(witness.shown, witness.shown.dropFirst()) {
            #expect(abs(ms(next.clockTime - one.clockTime) - 1000 / 30) < 1, "\(next.mediaTime)")
        }
        let loads = Set(witness.played.map(\.load)).sorted()
        #expect(loads.count == 2)
        for (load, part) in zip(loads, CutRecording.Part.allCases) {
            let heard = HeardSamples(witness.played.filter { $0.load == load })
            #expect(heard.samples.count == (try film.original(part)).count)
        }
        let sample = Duration.seconds(1) / 44100
        for (one, next) in zip(witness.played, witness.played.dropFirst()) {
            let gap = next.clockTime - (one.clockTime + one.duration)
            #expect(gap.magnitude < sample, "\(gap) before \(next.mediaTime) of load \(next.load)")
        }
        let (picture, sound) = (try #require(witness.shown.first), try #require(witness.played.first))
        #expect(abs(ms(picture.clockTime - sound.clockTime)) < 1)
    }
}

extension PresentedVideoFrame {
    /// What it shows in ten cells, as the README of `media` says.
    fileprivate var number: Int {
        let row = luma[(height * 9 / 10 * width)...].prefix(width)
        let cells = (0..<10).map { Int(row[row.startIndex + (2 * $0 + 1) * width / 20]) }
        return cells[1...8].reduce(0) { $0 << 1 | ($1 > (cells[0] + cells[9]) / 2 ? 1 : 0) }
    }
}

extension Duration {
    fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
