// Serves pictures of the films in a folder as JPEG: GET /thumbnail?file=film.mkv&at=61.5
//
// A playlist can name media elsewhere, so only serve folders whose files you trust.

import Foundation
import Hummingbird
import Playhead

/// One generator for each file: it keeps its file open, so that the next picture of it comes sooner.
actor Generators {
    private let folder: String
    private var generators: [(path: String, generator: ImageGenerator)] = []

    init(folder: String) { self.folder = URL(filePath: folder).resolvingSymlinksInPath().path }

    func generator(for file: String) throws(HTTPError) -> ImageGenerator {
        // Links and ".." are followed first; what then lies outside of the folder is refused.
        let path = URL(filePath: folder + "/" + file).resolvingSymlinksInPath().path
        guard path.hasPrefix(folder + "/"), !file.contains("\0") else { throw HTTPError(.forbidden) }
        let values = try? URL(filePath: path).resourceValues(forKeys: [.isRegularFileKey])
        guard values?.isRegularFile == true else { throw HTTPError(.notFound) }
        if let known = generators.first(where: { $0.path == path }) { return known.generator }
        let generator = ImageGenerator(MediaItem(path: path), size: .fitting(width: 320, height: 180))
        // Each generator has a decoder. A released one is closed as soon as no request uses it any more.
        if generators.count == 16 { generators.removeFirst() }
        generators.append((path, generator))
        return generator
    }
}

/// The answer for a picture that could not be made.
func fault(_ error: PlayerError) -> HTTPError {
    switch error.code {
    case .notFound: HTTPError(.notFound, message: error.message)
    case .unknownFormat, .missingDecoder, .malformed, .notSeekable:
        HTTPError(.unsupportedMediaType, message: error.message)
    default: HTTPError(.internalServerError, message: error.message)
    }
}

guard (2...3).contains(CommandLine.arguments.count),
    let port = Int(CommandLine.arguments.dropFirst(2).first ?? "8080")
else {
    print("usage: ThumbnailServer <folder> [<port>]")
    exit(2)
}
let generators = Generators(folder: CommandLine.arguments[1])
let router = Router()
router.get("thumbnail") { request, _ in
    let query = request.uri.queryParameters
    guard let file = query.get("file"), let seconds = query.get("at", as: Double.self),
        (0..<1_000_000).contains(seconds)
    else { throw HTTPError(.badRequest, message: "file and at, in seconds, are needed") }
    let generator = try await generators.generator(for: file)
    do throws(PlayerError) {
        let frame = try await generator.image(at: .seconds(seconds), tolerance: .near)
        let format = ImageFormat.jpeg(quality: 80)
        let bytes = try frame.encoded(as: format)
        return Response(
            status: .ok, headers: [.contentType: format.mediaType, .cacheControl: "max-age=3600"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    } catch {
        throw fault(error)
    }
}
let server = Application(
    router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)))
try await server.runService()
