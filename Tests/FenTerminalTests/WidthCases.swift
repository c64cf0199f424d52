import Testing

/// Widths that the Python package `wcwidth` 0.9.4 (MIT) computes; −1 where the text holds a control
/// character and must be neutralised before it is measured.
struct WidthCase: Sendable, CustomTestStringConvertible {
    let name: String
    let codePoints: String
    let width: Int

    init(_ name: String, _ codePoints: String, _ width: Int) {
        self.name = name
        self.codePoints = codePoints
        self.width = width
    }

    var testDescription: String { name }

    var text: String {
        var view = String.UnicodeScalarView()
        for word in codePoints.split(separator: " ") {
            if let value = UInt32(word, radix: 16), let scalar = Unicode.Scalar(value) {
                view.append(scalar)
            }
        }
        return String(view)
    }

    static let all: [WidthCase] = [
        WidthCase("empty", "", 0),
        WidthCase("ascii", "0068 0065 006C 006C 006F", 5),
        WidthCase("space", "0020", 1),
        WidthCase("japanese", "30B3 30F3 30CB 30C1 30CF 002C 0020 30BB 30AB 30A4 0021", 19),
        WidthCase("cjk", "6F22 5B57", 4),
        WidthCase("fullwidth latin", "FF21 FF22 FF23", 6),
        WidthCase("halfwidth katakana", "FF71 FF72 FF73", 3),
        WidthCase("hangul syllables", "D55C AE00", 4),
        WidthCase("hangul jamo L+V", "1100 1161", 2),
        WidthCase("hangul jamo L+V+T", "1112 1161 11AB", 2),
        WidthCase("e + combining acute", "0065 0301", 1),
        WidthCase("precomposed", "00E9", 1),
        WidthCase("several marks", "0061 0300 0323 0302", 1),
        WidthCase("mark alone at start", "0301", 0),
        WidthCase("zero width space", "0061 200B 0062", 2),
        WidthCase("zero width joiner between letters", "0061 200D 0062", 1),
        WidthCase("zero width non-joiner", "0061 200C 0062", 2),
        WidthCase("word joiner", "0061 2060 0062", 2),
        WidthCase("BOM", "FEFF 0061", 1),
        WidthCase("soft hyphen", "0061 00AD 0062", 3),
        WidthCase("no-break space", "0061 00A0 0062", 3),
        WidthCase("ideographic space", "3000", 2),
        WidthCase("emoji", "1F600", 2),
        WidthCase("emoji skin tone", "1F44D 1F3FD", 2),
        WidthCase("zwj family", "1F468 200D 1F469 200D 1F467 200D 1F466", 2),
        WidthCase("flag", "1F1EB 1F1F7", 2),
        WidthCase("two flags", "1F1EB 1F1F7 1F1E9 1F1EA", 4),
        WidthCase("lone regional indicator", "1F1EB", 2),
        WidthCase("england flag (tag sequence)", "1F3F4 E0067 E0062 E0065 E006E E0067 E007F", 2),
        WidthCase("heart text", "2764", 1),
        WidthCase("heart emoji VS16", "2764 FE0F", 2),
        WidthCase("watch VS15", "231A FE0E", 1),
        WidthCase("keycap", "0031 FE0F 20E3", 2),
        WidthCase("rainbow flag", "1F3F3 FE0F 200D 1F308", 2),
        WidthCase("ambiguous: section sign", "00A7", 1),
        WidthCase("ambiguous: greek alpha", "03B1", 1),
        WidthCase("box drawing", "2500 2502 250C", 3),
        WidthCase("block", "2588", 1),
        WidthCase("euro", "20AC", 1),
        WidthCase("yen fullwidth", "FFE5", 2),
        WidthCase("bitcoin sign", "20BF", 1),
        WidthCase("devanagari ksha", "0915 094D 0937", 2),
        WidthCase("devanagari vowel sign", "0915 093F", 2),
        WidthCase("thai with marks", "0E01 0E33 0E48", 2),
        WidthCase("arabic", "0633 0644 0627 0645", 4),
        WidthCase("hebrew with points", "05E9 05C1 05B8 05DC 05D5 05B9 05DD", 4),
        WidthCase("rtl mark", "0061 200F 0062", 2),
        WidthCase("bidi override", "0061 202E 0062 202C", 2),
        WidthCase("bidi isolate", "2066 0061 2069", 1),
        WidthCase("private use", "E000", 1),
        WidthCase("noncharacter", "FFFF", 1),
        WidthCase("supplementary CJK", "20000", 2),
        WidthCase("control NUL", "0061 0000 0062", 2),
        WidthCase("control ESC", "001B 005B 0033 0031 006D 0072 0065 0064 001B 005B 0030 006D", -1),
        WidthCase("tab", "0061 0009 0062", -1),
        WidthCase("newline", "0061 000A 0062", -1),
        WidthCase("DEL", "007F", -1),
        WidthCase("C1 control", "009B", -1),
        WidthCase("line separator", "2028", 0),
        WidthCase("tag chars alone", "E0041", 0),
        WidthCase("variation selector 17", "845B E0100", 2),
        WidthCase("braille", "28FF", 1),
        WidthCase("replacement char", "FFFD", 1),
    ]
}
