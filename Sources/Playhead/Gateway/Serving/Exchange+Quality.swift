/// The choice of the quality of what comes next.
extension Exchange {
    /// What measures an answer, if it is one of those that tell how fast the network is.
    var measure: AnswerMeasure? { reference.kind == .part ? order.control.map(AnswerMeasure.init) : nil }

    /// A part has come. hlsdemux2 asks for the next one when it hears of this one's end, and has to know then of which variant.
    func decideQuality() {
        guard reference.kind == .part, reference.rendition == nil, let part = reference.part,
            let variant = reference.variant
        else { return }
        order.control?.decide(
            after: part.interval, of: reference.role ?? variant, edge: hall.streams.edge(of: variant))
    }
}
