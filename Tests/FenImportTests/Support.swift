import FenEncoding
import FenMoney

@testable import FenImport

/// What the tests of files share.
enum Files {
    static let eur = currency("EUR")
    static let usd = currency("USD")

    static func currency(_ code: String) -> Currency {
        guard let currency = Currency(code: code) else { preconditionFailure("three letters") }
        return currency
    }

    /// A file read for a group in euros.
    static func read(
        _ text: String, as kind: ImportKind? = nil, currency: Currency = eur
    ) throws -> ImportedFile {
        try ImportReader.read(Array(text.utf8), as: kind, currency: currency)
    }

    /// Ids for names, in their order.
    static func parties(_ names: [String]) -> [String: PartyID] {
        var parties: [String: PartyID] = [:]
        for (place, name) in names.enumerated() {
            let byte = UInt8(truncatingIfNeeded: place + 1)
            parties[name] = PartyID([UInt8](repeating: byte, count: 32))
        }
        return parties
    }

    /// What everybody paid minus owes over all rows, in the group's currency.
    static func balances(
        _ file: ImportedFile, currency: Currency = eur, rates: [Currency: Rate] = [:],
        people: [String]? = nil
    ) throws -> [String: Int64] {
        let parties = parties(people ?? file.people)
        let names = Dictionary(parties.map { ($0.value, $0.key) }, uniquingKeysWith: { $1 })
        let maker = ImportMaker(currency: currency, rates: rates, parties: parties)
        var sums: [String: Int64] = [:]
        for row in file.rows {
            switch try maker.make(row) {
            case .expense(let unit, _):
                for (party, move) in try unit.contributions() {
                    sums[names[party] ?? "?", default: 0] += move
                }
            case .payment(let from, let to, _, let settlement, _):
                sums[names[from] ?? "?", default: 0] += settlement
                sums[names[to] ?? "?", default: 0] -= settlement
            case nil: break
            }
        }
        return sums
    }

    static let splitwise = """
        Date,Description,Category,Cost,Currency,Alice,Bob,May

        2026-07-01,Dinner,Dining out,100.00,EUR,66.67,-33.33,-33.34
        2026-07-02,"Ferry, return",Bus/train,45.00,EUR,-15.00,30.00,-15.00
        2026-07-03,Bob paid Alice,Payment,20.00,EUR,-20.00,20.00,0.00
        2026-07-04,Museum,General,40.00,USD,0.00,-40.00,40.00

        2026-07-05,Total balance, , ,EUR,31.67,16.67,-48.34
        2026-07-05,Total balance, , ,USD,0.00,-40.00,40.00

        """

    static let spliitTable = """
        \u{FEFF}"Date","Description","Category","Currency","Cost","Original cost",\
        "Original currency","Conversion rate","Is Reimbursement","Split mode","Alice","Bob"
        "2026-07-01","Dinner","Dining Out","EUR","60.00",,,,"No","Evenly",30,-30
        "2026-07-02","Museum","General","EUR","36.60","40.00","USD","0.915","No",\
        "Unevenly – By shares",-24.4,12.2
        """

    static let spliitDocument = """
        {"id":"g1","name":"Trip","information":null,"currency":"€","currencyCode":"EUR",
         "expenses":[{"id":"e1","createdAt":"2026-07-01T18:00:00.000Z",
          "expenseDate":"2026-08-01T00:00:00.000Z","title":"Dinner",
          "category":{"grouping":"Food and Drink","name":"Dining Out"},"amount":6000,
          "originalAmount":null,"originalCurrency":null,"conversionRate":null,
          "paidById":"p1","paidFor":[{"participantId":"p1","shares":100},
          {"participantId":"p2","shares":100}],
          "isReimbursement":false,"splitMode":"EVENLY","recurrenceRule":"NONE","notes":null},
         {"id":"e2","expenseDate":"2026-07-02T00:00:00.000Z","title":"Museum","category":null,
          "amount":3660,"originalAmount":4000,"originalCurrency":"USD","conversionRate":"0.915",
          "paidById":"p2","paidFor":[{"participantId":"p1","shares":200},
          {"participantId":"p2","shares":100}],"isReimbursement":false,"splitMode":"BY_SHARES",
          "recurrenceRule":"NONE","notes":"tickets"},
         {"id":"e3","expenseDate":"2026-07-03T00:00:00.000Z","title":"Back","category":null,
          "amount":1000,"paidById":"p2","paidFor":[{"participantId":"p1","shares":1}],
          "isReimbursement":true,"splitMode":"EVENLY"},
         {"id":"e4","expenseDate":"2026-07-03T00:00:00.000Z","title":"Deposit","category":null,
          "amount":-1000,"paidById":"p2","paidFor":[{"participantId":"p1","shares":2500},
          {"participantId":"p2","shares":7500}],
          "isReimbursement":false,"splitMode":"BY_PERCENTAGE"}],
         "participants":[{"id":"p1","name":"Alice"},{"id":"p2","name":"Bob"}],"activities":[]}
        """

    static let bills = """
        what,bill_type,amount,currency,date,payer_name,payer_weight,owers\r
        Dinner,Expense,60.0,EUR,2026-07-01,Alice,2.0,"Alice, Bob"\r
        '=Tea,Expense,3.0,XXX,2026-07-02,"Lee, May",1.0,"Lee, May, Bob"\r
        Settlement,Reimbursement,30.0,EUR,2026-07-05,Bob,1.0,Alice\r

        """

    static let billDocument = """
        [{"what":"Dinner","bill_type":"Expense","amount":60.0,"currency":"EUR",
          "date":"2026-07-01","payer_name":"Alice","payer_weight":1.0,"owers":["Alice","Bob"]},
         {"what":"Old","amount":10,"date":"2026-07-02","payer_name":"Bob","payer_weight":1,
          "owers":["Alice","Bob"]}]
        """

    static let cospend = """
        name,weight,active,color
        "Alice",1,1,"#112233"
        "Lee, May",2,1,"#445566"

        what,amount,date,timestamp,payer_name,payer_weight,payer_active,owers,repeat,repeatfreq,\
        repeatallactive,repeatuntil,categoryid,paymentmode,paymentmodeid,comment,deleted
        "Dinner",60,2026-07-01,1782892800,"Alice",1,1,"Alice,Lee, May",n,1,0,,12,n,0,\
        "pizza+%26+wine",0
        "Back",5.5,2026-07-02,1782979200,"Lee, May",2,1,"Alice",n,1,0,,-11,n,0,"",0
        "Gone",7,2026-07-02,1782979200,"Alice",1,1,"Alice",n,1,0,,12,n,0,"",1

        categoryname,categoryid,icon,color
        "Food",12,"🍕","#aa5500"

        currencyname,exchange_rate
        "EUR",1
        "USD",0.915
        """
}
