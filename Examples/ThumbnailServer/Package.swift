// swift-tools-version: 6.2
import PackageDescription

/// Serves pictures of films over HTTP. Run it with
///
///     swift run --package-path Examples/ThumbnailServer ThumbnailServer media 8080
let package = Package(
    name: "ThumbnailServer",
    dependencies: [
        .package(name: "Playhead", path: "../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "ThumbnailServer",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Playhead", package: "Playhead"),
            ],
            swiftSettings: [.strictMemorySafety()])
    ],
    swiftLanguageModes: [.v6]
)
