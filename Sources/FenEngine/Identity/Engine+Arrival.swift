import FenStore

extension MetaStore.Key {
    /// The words that tell an old device that its identity is here.
    static let arrivalWords = MetaStore.Key("arrival_words")
    /// They went out to it over the line by which the identity came.
    static let arrivalTold = MetaStore.Key("arrival_told")
}

/// The words of a move that ended here. They come with the identity itself, in one commit, and stay
/// until this person says that the old device knows them: a crash in between loses none.
extension Engine {
    /// The words, and whether they went out by themselves; nil where there are none to be told.
    package func arrivalWords() throws(FenError) -> ArrivalWords? {
        try answering {
            guard !isMoved, let words = try database.meta.text(.arrivalWords) else { return nil }
            return ArrivalWords(
                words: words, isTold: try database.meta.int(.arrivalTold) != nil)
        }
    }

    /// The old device knows: the words are shown no more. Says whether there were any.
    @discardableResult
    package func forgetArrivalWords() throws(FenError) -> Bool {
        try answering {
            try requireWriting()
            guard try database.meta.text(.arrivalWords) != nil else { return false }
            try database.transaction {
                try database.meta.remove(.arrivalWords)
                try database.meta.remove(.arrivalTold)
            }
            return true
        }
    }

    /// The words went out. Where that cannot be noted they are shown once more than need be.
    func noteArrivalTold() {
        _ = try? database.transaction { try database.meta.set(.arrivalTold, 1) }
    }
}
