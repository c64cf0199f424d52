import FenTerminal

/// The program.
@main
struct Fen {
    static func main() {
        Program.main()
    }
}
