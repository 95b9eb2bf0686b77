@_exported public import PlayheadCore
@_exported public import PlayheadNetwork
@_exported public import PlayheadPipeline
