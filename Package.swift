// swift-tools-version: 6.2
import PackageDescription

/// One set of rules for every Swift target: Swift 6 with the upcoming defaults, and no warning
/// survives a build.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
]

/// A room of the house: a library target and what it may use.
func room(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    resources: [Resource]? = nil
) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        resources: resources,
        swiftSettings: strict
    )
}

/// A room's own tests.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name,
        dependencies: dependencies + ["TestSupport"],
        swiftSettings: strict
    )
}

/// A C library that Debian carries, found by pkg-config.
func system(_ name: String, _ pkgConfig: String, _ package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

let package = Package(
    name: "fen",
    products: [
        .executable(name: "fen", targets: ["fen"]),
        .executable(name: "fen-bench", targets: ["fen-bench"]),
    ],
    targets: [
        system("CSodium", "libsodium", "libsodium-dev"),
        system("CSQLite", "sqlite3", "libsqlite3-dev"),
        system("CCurl", "libcurl", "libcurl4-openssl-dev"),
        system("CQREncode", "libqrencode", "libqrencode-dev"),
        .target(name: "CTerminal", linkerSettings: [.linkedLibrary("readline")]),

        room("FenEncoding"),
        room("FenCrypto", ["CSodium", "FenEncoding"]),
        room("FenMoney", ["FenEncoding"]),
        room("FenImport", ["FenEncoding", "FenMoney"]),
        room("FenProtocol", ["FenEncoding", "FenCrypto", "FenMoney"]),
        room("FenLedger", ["FenEncoding", "FenCrypto", "FenMoney", "FenProtocol"]),
        room("FenStore", ["CSQLite", "FenEncoding", "FenCrypto"]),
        room("FenHTTP", ["CCurl", "FenEncoding"]),
        room("FenRates", ["FenHTTP", "FenEncoding", "FenMoney"]),
        room("FenStorage", ["FenHTTP", "FenEncoding", "FenCrypto"]),
        room("FenPeer", ["FenEncoding", "FenCrypto", "FenProtocol"]),
        room(
            "FenEngine",
            [
                "FenEncoding", "FenCrypto", "FenMoney", "FenProtocol", "FenLedger", "FenStore",
                "FenStorage", "FenPeer", "FenRates",
            ]
        ),
        room(
            "FenREPL",
            ["FenEncoding", "FenMoney", "FenImport", "FenProtocol", "FenEngine"],
            // A link to Examples/lessons: the program carries its lessons with it.
            resources: [.embedInCode("Lessons")]
        ),
        room("FenTerminal", ["CTerminal", "CQREncode", "FenEncoding", "FenEngine", "FenREPL"]),
        .executableTarget(
            name: "fen",
            dependencies: ["FenTerminal"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "fen-bench",
            dependencies: [
                "CSodium", "CSQLite", "FenEncoding", "FenCrypto", "FenMoney", "FenProtocol",
                "FenStorage", "FenEngine", "FenREPL",
            ],
            swiftSettings: strict
        ),

        .target(
            name: "TestSupport",
            dependencies: ["FenEncoding", "FenCrypto", "FenHTTP", "FenProtocol", "FenStorage"],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        tests("FenEncodingTests", ["FenEncoding"]),
        tests("FenCryptoTests", ["FenCrypto", "FenEncoding"]),
        tests("FenMoneyTests", ["FenMoney", "FenEncoding"]),
        tests("FenImportTests", ["FenImport", "FenEncoding", "FenMoney"]),
        tests("FenProtocolTests", ["FenProtocol", "FenCrypto", "FenEncoding", "FenMoney"]),
        tests(
            "FenLedgerTests",
            ["FenLedger", "FenProtocol", "FenCrypto", "FenEncoding", "FenMoney"]
        ),
        tests("FenStoreTests", ["FenStore", "FenCrypto", "FenEncoding"]),
        tests("FenHTTPTests", ["FenHTTP", "FenEncoding"]),
        tests("FenRatesTests", ["FenRates", "FenHTTP", "FenMoney"]),
        tests("FenStorageTests", ["FenStorage", "FenHTTP", "FenCrypto", "FenEncoding"]),
        tests("FenPeerTests", ["FenPeer", "FenProtocol", "FenCrypto", "FenEncoding"]),
        tests(
            "FenEngineTests",
            [
                "FenEngine", "FenPeer", "FenStorage", "FenStore", "FenLedger", "FenProtocol",
                "FenCrypto", "FenEncoding", "FenMoney",
            ]
        ),
        tests(
            "FenREPLTests",
            [
                "FenREPL", "FenEngine", "FenStorage", "FenLedger", "FenProtocol", "FenMoney",
                "FenImport", "FenEncoding", "FenCrypto",
            ]
        ),
        .executableTarget(
            name: "editor-probe",
            dependencies: ["FenTerminal"],
            path: "Tests/EditorProbe",
            swiftSettings: strict
        ),
        tests("FenTerminalTests", ["FenTerminal", "FenREPL", "editor-probe", "fen"]),
        tests("Architecture", []),
        tests("EndToEnd", []),
    ]
)

// The fuzzer has no main function but libFuzzer's, so it is built by Tests/fuzz only.
if Context.environment["FEN_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "fen-fuzz",
            dependencies: ["FenPeer", "FenProtocol", "FenCrypto", "FenEncoding"],
            path: "Tests/Fuzz",
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]
        )
    )
}
