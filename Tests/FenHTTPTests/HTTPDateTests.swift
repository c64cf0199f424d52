import Testing

@testable import FenHTTP

@Suite("Dates and ranges of HTTP")
struct HTTPDateTests {
    @Test("Dates as servers write them, and what is none")
    func dates() {
        #expect(HTTPDate.seconds("Sun, 06 Nov 1994 08:49:37 GMT") == 784_111_777)
        #expect(HTTPDate.seconds("Thu, 01 Jan 1970 00:00:00 GMT") == 0)
        #expect(HTTPDate.seconds("Mon, 29 Feb 2028 23:59:59 GMT") == 1_835_481_599)
        for text in [
            "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37", "06 Nov 1994",
            "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 999999 08:49:37 GMT",
        ] {
            #expect(HTTPDate.seconds(text) == nil, "\(text)")
        }
    }

    @Test("Retry-After in seconds and as a date, within a day")
    func retryAfter() {
        #expect(HTTPDate.retryAfter("120", now: 0) == .seconds(120))
        #expect(HTTPDate.retryAfter("-5", now: 0) == .zero)
        #expect(HTTPDate.retryAfter("99999999", now: 0) == .seconds(86_400))
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        #expect(HTTPDate.retryAfter(date, now: 784_111_770) == .seconds(7))
        #expect(HTTPDate.retryAfter(date, now: 784_111_999) == .zero)
        #expect(HTTPDate.retryAfter("soon", now: 0) == nil)
    }

    @Test("Content-Range")
    func ranges() {
        let known = HTTPContentRange("bytes 3-11/12")
        #expect(known?.first == 3)
        #expect(known?.last == 11)
        #expect(known?.total == 12)
        #expect(HTTPContentRange("Bytes 0-0/*")?.total == nil)
        #expect(HTTPContentRange("Bytes 0-0/*") != nil)
        for text in [
            "", "bytes */12", "bytes 5-3/12", "bytes 3-12/12", "bytes -3-4/12", "items 1-2/3",
            "bytes 1-2", "bytes 1-2/x", "bytes 1-99999999999999999999/*",
        ] {
            #expect(HTTPContentRange(text) == nil, "\(text)")
        }
    }
}
