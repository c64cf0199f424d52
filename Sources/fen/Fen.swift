@main struct Fen { static func main() {} }
