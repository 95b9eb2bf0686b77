/// stub
final class GStreamerPipeline {
    static let make: PipelineFactory = { _, _, _, _ in fatalError() }
}
