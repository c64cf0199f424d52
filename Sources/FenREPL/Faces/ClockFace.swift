internal import FenEngine

/// What is said of a claimed time that cannot be right.
enum ClockFace {
    /// A few words behind an event.
    static func short(_ doubt: ClockDoubt) -> Phrase {
        switch doubt {
        case .ahead(let time): "its clock is \(length(time)) ahead"
        case .behind(let time): "its clock went back \(length(time))"
        }
    }

    /// A sentence of its own.
    static func sentence(_ doubt: ClockDoubt) -> Phrase {
        switch doubt {
        case .ahead(let time): "That is \(length(time)) ahead of this device's clock."
        case .behind(let time):
            "That is \(length(time)) before what the same author claimed for the event before it."
        }
    }

    static func json(_ doubt: ClockDoubt) -> OutputJSON {
        switch doubt {
        case .ahead(let time): .fields(["off": .string("ahead"), "ms": .number(time)])
        case .behind(let time): .fields(["off": .string("behind"), "ms": .number(time)])
        }
    }

    /// Minutes below two hours, hours below two days, then days, each rounded.
    private static func length(_ milliseconds: Int64) -> Phrase {
        func rounded(_ unit: Int64) -> Int64 {
            milliseconds / unit + milliseconds % unit * 2 / unit
        }
        let (minutes, hours) = (rounded(60_000), rounded(3_600_000))
        if minutes < 120 { return "\(minutes) min" }
        return hours < 48 ? "\(hours) h" : "\(rounded(86_400_000), "day")"
    }
}
