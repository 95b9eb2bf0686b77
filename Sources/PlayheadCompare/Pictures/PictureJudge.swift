/// How a picture differs from its partner.
struct PictureFault: Sendable, Hashable {
    var kind: Finding.Kind
    /// The side with the fault; nil for `different`.
    var side: String?
}

/// Decides whether two pictures are similar enough, and what distinguishes them.
struct PictureJudge: Sendable {
    var ssim: Double
    var psnr: Double

    init(_ thresholds: Thresholds) {
        ssim = thresholds.limit(of: .ssim) ?? -1
        psnr = thresholds.limit(of: .psnr) ?? 0
    }

    func fault(of a: GrayPicture, _ b: GrayPicture, _ similarity: Similarity) -> PictureFault? {
        guard similarity.ssim < ssim || similarity.psnr < psnr else { return nil }
        let (one, other) = (PictureTraits(a), PictureTraits(b))
        if one.isBlack != other.isBlack { return PictureFault(kind: .black, side: one.isBlack ? "A" : "B") }
        let isAlike = Thumbnail(a).likeness(to: Thumbnail(b)) > 0.9
        guard isAlike else { return PictureFault(kind: .different) }
        // Blurring reduces the edges more than coding does.
        if other.sharpness < one.sharpness * 0.8 { return PictureFault(kind: .blurred, side: "B") }
        if one.sharpness < other.sharpness * 0.8 { return PictureFault(kind: .blurred, side: "A") }
        let difference = other.brightness - one.brightness
        if abs(difference) > 8 { return PictureFault(kind: difference < 0 ? .darker : .brighter, side: "B") }
        return PictureFault(kind: .different)
    }
}
