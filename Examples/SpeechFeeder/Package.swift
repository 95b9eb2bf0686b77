// swift-tools-version: 6.2
import PackageDescription

/// Cuts the sound of a medium into the chunks that a speech-to-text model takes. Run it with
///
///     swift run --package-path Examples/SpeechFeeder SpeechFeeder media/tone.flac chunks.f32
let package = Package(
    name: "SpeechFeeder",
    dependencies: [
        .package(name: "Playhead", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "SpeechFeeder", dependencies: [.product(name: "Playhead", package: "Playhead")],
            swiftSettings: [.strictMemorySafety()])
    ],
    swiftLanguageModes: [.v6]
)
