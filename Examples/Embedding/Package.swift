// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Embedding",
    dependencies: [
        .package(name: "Playhead", path: "../..")
    ],
    targets: [
        .executableTarget(name: "Embedding", dependencies: [.product(name: "Playhead", package: "Playhead")])
    ],
    swiftLanguageModes: [.v6]
)
