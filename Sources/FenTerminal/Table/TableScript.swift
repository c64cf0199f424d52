/// A table script: several members on one machine, typed lines and what must come of them.
///
/// Names, `$name` and comments are resolved when the script is played; here they are as written.
package struct TableScript: Hashable, Sendable {
    /// What must hold after a command.
    package enum Expectation: Hashable, Sendable {
        /// The output has a line containing this; runs of white space match any.
        case shows(String)
        /// The output has no line containing this.
        case hides(String)
        /// The command failed, with this in what it said.
        case fails(String)
        /// The command ended with this status.
        case exits(Int32)
    }

    /// A line typed by a member, with what is expected of it.
    package struct Command: Hashable, Sendable {
        /// Who types.
        package var member: String
        /// The line.
        package var text: String
        /// The name that its main value is bound to.
        package var binding: String?
        /// Whether it is repeated until what is expected holds.
        package var repeats: Bool
        /// What the member answers to what the command asks, in order.
        package var answers: [Numbered<String>] = []
        /// What is expected, with the line numbers of the expectations.
        package var expectations: [Numbered<Expectation>] = []
    }

    /// One thing to do.
    package enum Step: Hashable, Sendable {
        /// Words for the reader.
        case narration(String)
        /// What the reader is to predict before the next line.
        case prediction(String)
        /// A line typed by a member.
        case command(Command)
        /// These members' dumps of the current group are the same bytes.
        case same([String])
        /// A member's process is killed.
        case kill(String)
        /// A name stands for these words, unless it stands for something already.
        case set(name: String, words: String)
    }

    /// Something with the number of its line in the file.
    package struct Numbered<Value: Hashable & Sendable>: Hashable, Sendable {
        /// The line, counted from one.
        package var line: Int
        /// What stands there.
        package var value: Value
    }

    /// Why a script cannot be read.
    package struct SyntaxError: Error, Hashable {
        /// The line, counted from one.
        package var line: Int
        /// What is wrong there.
        package var message: String
    }

    /// Where the seeded groups of the script take their randomness from.
    package var seed: UInt64?
    /// What is done, in order.
    package var steps: [Numbered<Step>] = []

    /// Whether it only says what names stand for, so that it can be given to another script.
    package var onlySets: Bool {
        steps.allSatisfy {
            switch $0.value {
            case .narration, .set: true
            case .prediction, .command, .same, .kill: false
            }
        }
    }
}
