import FenProtocol

/// Cuts a file that comes in pieces into chunks of whole lines, in bounded memory.
///
/// A last line without newline stays behind for the next pass; a line over the limit is skipped to
/// its newline (Storage, Reading lines).
struct LineSplitter {
    /// The bytes of a line whose end has not come yet.
    private var rest: [UInt8] = []
    /// A line over the limit is being skipped.
    private var isSkipping = false
    /// Bytes of whole lines handed out or skipped so far, counted from where the file was begun.
    private(set) var consumed = 0
    /// How many lines were over the limit.
    private(set) var overlong = 0

    /// The bytes of the file that no newline has ended yet.
    var pending: Int {
        rest.count
    }

    /// Takes the next piece and returns the whole lines that are complete now.
    mutating func take(_ piece: [UInt8]) -> LineChunk? {
        guard let lastNewline = piece.lastIndex(of: 0x0a) else {
            keep(piece[...])
            return nil
        }
        var lines = piece[...lastNewline]
        var head: [UInt8] = []
        consumed += rest.count + lines.count
        if let end = lines.firstIndex(of: 0x0a), isSkipping || !rest.isEmpty {
            // What is skipped ends at the first newline; `consumed` had counted its beginning.
            if !isSkipping { head = rest + lines[...end] }
            lines = lines[(end + 1)...]
            isSkipping = false
            rest = []
        }
        keep(piece[(lastNewline + 1)...])
        return lines.isEmpty && head.isEmpty ? nil : LineChunk(head: head, bytes: lines)
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        rest += bytes
        guard rest.count > ProtocolLimits.lineBytes else { return }
        if !isSkipping {
            isSkipping = true
            overlong += 1
        }
        consumed += rest.count
        rest = []
    }
}
