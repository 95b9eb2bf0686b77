/// The version of the library (Semantic Versioning 2.0.0).
package let libraryVersion = "0.1.0"
