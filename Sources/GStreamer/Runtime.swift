package enum Runtime {}
