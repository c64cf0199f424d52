import FenCrypto
import FenEncoding

extension PeerFrame {
    /// Reads a frame, strictly: one that is read is written again as the same bytes.
    package init(_ bytes: [UInt8]) throws(PeerFrameError) {
        guard bytes.count <= PeerLimits.frameBytes else { throw .tooLong }
        let value: CBORValue
        do throws(CBORError) {
            let limits = CBORLimits(
                bytes: PeerLimits.frameBytes, depth: 6, items: PeerLimits.frameBytes / 2)
            value = try CBOR.decode(bytes, limits: limits)
        } catch {
            throw error == .tooLarge || error == .tooDeep ? .overLimit : .notDeterministic
        }
        guard let all = value.arrayValue, let kind = all.first?.unsignedValue else {
            throw .badShape
        }
        self = try Self.frame(kind, FrameFields(all.dropFirst()))
    }

    private static func frame(
        _ kind: UInt64,
        _ fields: consuming FrameFields
    ) throws(PeerFrameError) -> PeerFrame {
        var fields = fields
        let frame: PeerFrame
        switch kind {
        case 0:
            frame = .have(
                store: try fields.fixed(),
                try fields.authors { (value) throws(PeerFrameError) in try holdings(value) })
        case 1: frame = .want(try wanted(&fields))
        case 2: frame = .total(events: try fields.number(), bytes: try fields.number())
        case 3:
            frame = .events(
                try fields.list(1...PeerLimits.batchLines) { (value) throws(PeerFrameError) in
                    guard let line = value.bytesValue else { throw .badShape }
                    guard 1...ProtocolLimits.lineBytes ~= line.count else { throw .overLimit }
                    return line
                })
        case 4: frame = .cannot(try wanted(&fields))
        case 5: frame = .askIDs(author: try fields.fixed(), seq: try fields.number(from: 1))
        case 6:
            frame = .ids(
                author: try fields.fixed(), seq: try fields.number(from: 1), try ids(&fields))
        case 7: frame = .blobWant(hash: try fields.fixed(), offset: try fields.number())
        case 8: frame = try blob(&fields)
        case 9: frame = .done
        case 10: frame = .ping
        case 11: frame = try bye(&fields)
        default: throw .unknownKind
        }
        guard fields.isEmpty else { throw .badShape }
        return frame
    }

    private static func wanted(
        _ fields: inout FrameFields
    ) throws(PeerFrameError) -> [MemberID: NumberSet] {
        let map = try fields.authors { (value) throws(PeerFrameError) in
            try ranges(value, least: 1)
        }
        guard !map.isEmpty else { throw .badShape }
        return map
    }

    private static func holdings(_ value: CBORValue) throws(PeerFrameError) -> PeerHoldings {
        guard let parts = value.arrayValue, parts.count == 3 else { throw .badShape }
        guard let list = parts[0].arrayValue else { throw .badShape }
        guard list.count <= PeerLimits.tips else { throw .overLimit }
        var tips: [Head] = []
        for item in list {
            guard let pair = item.arrayValue, pair.count == 2,
                let id = pair[1].bytesValue.flatMap({ EventID($0) })
            else { throw .badShape }
            let tip = Head(id: id, seq: try FrameFields.number(pair[0], from: 1))
            if let last = tips.last, tip <= last { throw .badShape }
            tips.append(tip)
        }
        let claimed = try FrameFields.number(parts[1])
        let beyond = try ranges(parts[2], least: 0)
        let contiguous = tips.last?.seq ?? 0
        // The next number may be held too, as an event of a branch that hangs in the air.
        if let first = beyond.ranges.first, first.lowerBound <= contiguous { throw .badShape }
        guard claimed >= max(contiguous, beyond.ranges.last?.upperBound ?? 0) else {
            throw .badShape
        }
        return PeerHoldings(tips: tips, claimed: claimed, beyond: beyond)
    }

    private static func ranges(
        _ value: CBORValue,
        least: Int
    ) throws(PeerFrameError) -> NumberSet {
        guard let list = value.arrayValue, list.count >= least else { throw .badShape }
        guard list.count <= PeerLimits.ranges else { throw .overLimit }
        var ranges: [ClosedRange<UInt64>] = []
        for item in list {
            guard let pair = item.arrayValue, pair.count == 2 else { throw .badShape }
            let low = try FrameFields.number(pair[0], from: 1)
            let high = try FrameFields.number(pair[1], from: 1)
            guard low <= high else { throw .badShape }
            if let last = ranges.last, low <= last.upperBound + 1 { throw .badShape }
            ranges.append(low...high)
        }
        return NumberSet(ranges)
    }

    private static func ids(_ fields: inout FrameFields) throws(PeerFrameError) -> [EventID] {
        let ids = try fields.list(0...PeerLimits.ids) { (value) throws(PeerFrameError) in
            guard let id = value.bytesValue.flatMap({ EventID($0) }) else { throw .badShape }
            return id
        }
        guard zip(ids, ids.dropFirst()).allSatisfy({ $0 < $1 }) else { throw .badShape }
        return ids
    }

    private static func blob(_ fields: inout FrameFields) throws(PeerFrameError) -> PeerFrame {
        let hash: Hash32 = try fields.fixed()
        let (offset, size) = (try fields.number(), try fields.number())
        guard let bytes = try fields.next().bytesValue else { throw .badShape }
        guard size <= PeerLimits.blobSize, bytes.count <= PeerLimits.blobBytes else {
            throw .overLimit
        }
        guard offset <= size, UInt64(bytes.count) <= size - offset else { throw .badShape }
        return .blob(hash: hash, offset: offset, size: size, bytes)
    }

    private static func bye(_ fields: inout FrameFields) throws(PeerFrameError) -> PeerFrame {
        let number = try fields.number()
        guard let code = UInt8(exactly: number) else { throw .overLimit }
        guard let text = try fields.next().textValue else { throw .badShape }
        guard text.utf8.count <= PeerLimits.textBytes else { throw .overLimit }
        // It is shown to a person: nothing that moves a cursor or turns a line round.
        guard text.unicodeScalars.allSatisfy(\.isPlain) else { throw .badShape }
        return .bye(code: code, text: text)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is shown in its place, unlike controls, formats and separators of lines.
    package var isPlain: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            false
        default: true
        }
    }
}
