import Testing

@testable import MediaFormats
@testable import TestBasics

/// The properties of image files.
struct ImageFileTests {
    @Test(arguments: TestImage.formats.indices)
    func `an image file has a format, a size and one image`(_ index: Int) throws {
        let sample = TestImage.formats[index]
        let image = try ImageFile(sample.bytes)
        #expect(image.format?.rawValue == sample.format && !image.isAnimated && !image.isCutOff)
        #expect(image.width == TestImage.width && image.height == TestImage.height && image.orientation == 1)
        #expect(ImageFile.begins(with: Array(sample.bytes.prefix(200))))
    }

    @Test(arguments: TestImage.animations.indices)
    func `an animation has several images, and the first is a file of its own`(_ index: Int) throws {
        let sample = TestImage.animations[index]
        let image = try ImageFile(sample.bytes)
        #expect(image.isAnimated && image.width == TestImage.width && image.height == TestImage.height)
        guard sample.format != "PNG" else { return }
        let first = try ImageFile(#require(image.content))
        #expect(!first.isAnimated && first.width == image.width && first.height == image.height)
    }

    @Test func `lossless WebP has a size`() throws {
        let image = try ImageFile(TestImage.losslessWebP)
        #expect(image.width == TestImage.width && image.height == TestImage.height)
    }

    @Test(arguments: UInt8(1)...8) func `the orientation is that of EXIF`(_ orientation: UInt8) throws {
        #expect(try ImageFile(TestImage.jpeg(orientation: orientation)).orientation == Int(orientation))
        let png = TestImage.png(chunks: [("eXIf", TestImage.exif(orientation))])
        #expect(try ImageFile(png).orientation == Int(orientation))
        #expect(try ImageFile(TestImage.jpeg(orientation: 9)).orientation == 1)
    }

    @Test(arguments: ["PNG", "WebP", "GIF", "BMP", "AVIF"])
    func `an image without its end is cut off`(_ format: String) throws {
        let bytes = try #require(TestImage.formats.first { $0.format == format }).bytes
        #expect(throws: ImageFile.Fault.cutOff) { try ImageFile(Array(bytes.dropLast(bytes.count / 10 + 4))) }
    }

    @Test func `a JPEG without its end has the rest of its image`() throws {
        let whole = TestImage.jpeg
        #expect(try ImageFile(Array(whole.dropLast(8))).isCutOff)
        // Data after the end do not matter.
        #expect(try !ImageFile(whole + [UInt8](repeating: 7, count: 5000)).isCutOff)
        #expect(throws: ImageFile.Fault.cutOff) { try ImageFile(Array(whole.prefix(100))) }
    }

    @Test func `an image with too many pixels is refused`() {
        let fault = ImageFile.Fault.tooLarge(width: 30_000, height: 30_000)
        #expect(throws: fault) { try ImageFile(TestImage.png(claim: (30_000, 30_000))) }
        #expect(throws: fault) { try ImageFile(TestImage.svg(width: "30000px", height: "30000")) }
        #expect(throws: ImageFile.Fault.tooLarge(width: Int(UInt32.max), height: Int(UInt32.max))) {
            try ImageFile(TestImage.png(claim: (Int(UInt32.max), Int(UInt32.max))))
        }
        #expect(throws: ImageFile.Fault.damaged) { try ImageFile(TestImage.png(claim: (0, 10))) }
    }

    @Test(arguments: [
        ("<svg width='10' height='20'>", 10, 20), ("<svg viewBox='0 0 16 9' >", 16, 9),
        ("<svg:svg width=\"1in\" height=\"72pt\">", 96, 96), ("<svg width='100%' viewBox='0,0,16,9'>", 16, 9),
        ("<svg>", 0, 0), ("\u{FEFF}<?xml?><!DOCTYPE svg PUBLIC ''><svg width=\"2e1\" height='1.5'/>", 20, 2),
    ]) func `an SVG has the size of its root element`(_ text: String, _ width: Int, _ height: Int) throws {
        let image = try ImageFile(Array(text.utf8))
        #expect(image.format == .svg && image.width == width && image.height == height)
    }

    @Test(arguments: ["<html><svg></html>", "<!-- svg", "<svgx>", "text", "", "BM and text", "RIFF....WAVE"])
    func `other content is no image`(_ text: String) throws {
        #expect(!ImageFile.begins(with: Array(text.utf8)))
        #expect(try ImageFile(Array(text.utf8)).format == nil)
    }

    @Test(arguments: (TestImage.formats + TestImage.animations).indices)
    func `damaged and cut images are read without a crash`(_ index: Int) {
        let bytes = (TestImage.formats + TestImage.animations)[index].bytes
        var generator = SeededGenerator(state: UInt64(index) + 1)
        for length in stride(from: 0, to: bytes.count, by: 3) {
            _ = try? ImageFile(Array(bytes.prefix(length)))
        }
        for _ in 0..<2000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<min(bytes.count, 400), using: &generator)
                damaged[place] =
                    [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &generator)]
                    .randomElement(using: &generator) ?? 0
            }
            if let image = try? ImageFile(damaged) {
                #expect(
                    image.width * image.height <= ImageFile.mostPixels && (1...8).contains(image.orientation))
            }
        }
    }
}
