package import PlayheadCheck

/// A measure of a perceptual comparison.
package enum ComparedMetric: String, Sendable, CaseIterable {
    /// The lowest SSIM of a pair of pictures.
    case ssim
    /// The lowest PSNR of a pair of pictures, in dB.
    case psnr
    /// The lowest correlation of the sound in a window.
    case correlation
    /// The time between the beginnings of both sides.
    case offset
    /// The greatest time by which the sound of B is late or early against that of A.
    case skew
    /// The greatest difference of the volume, in dB.
    case level
    /// The time that only one side has.
    case missing
    /// The time for which one side alone is black, frozen or silent.
    case black, frozen, silent

    var unit: Metric.Unit {
        switch self {
        case .ssim, .psnr, .correlation, .level: .number
        case .offset, .skew, .missing, .black, .frozen, .silent: .time
        }
    }

    /// The expectation that applies if none is named.
    var standard: String? {
        switch self {
        case .ssim: "ssim>=0.95"
        case .correlation: "correlation>=0.7"
        case .skew: "skew<=10ms"
        case .level: "level<=3"
        case .missing: "missing<=100ms"
        case .black: "black<=100ms"
        case .frozen: "frozen<=100ms"
        case .silent: "silent<=100ms"
        case .psnr, .offset: nil
        }
    }
}

/// An expectation of a perceptual comparison, such as `ssim>=0.95` or `skew<=20ms`.
package struct Threshold: Sendable, Hashable {
    package let text: String
    let metric: ComparedMetric
    let comparison: Comparison

    /// Parses an expectation.
    package init(_ text: String) throws(WordingError) {
        let (left, relation, right) = try Predicate.parts(of: text.trimmingSpaces)
        guard let metric = ComparedMetric(rawValue: left) else {
            throw .unknown(left, known: ComparedMetric.allCases.map(\.rawValue))
        }
        self.text = text
        self.metric = metric
        comparison = try Comparison(relation, right, in: metric.unit)
    }
}

/// The expectations of a comparison: the standard ones, each replaced by those that the user names.
package struct Thresholds: Sendable {
    let all: [Threshold]

    package init(_ named: [Threshold] = []) {
        let standard = ComparedMetric.allCases.compactMap { metric -> Threshold? in
            if named.contains(where: { $0.metric == metric }) { return nil }
            return metric.standard.flatMap { try? Threshold($0) }
        }
        all = standard + named
    }

    /// The limit of a metric, behind which findings are reported; nil if nothing is expected of it.
    func limit(of metric: ComparedMetric) -> Double? {
        all.last { $0.metric == metric }?.comparison.value
    }
}
