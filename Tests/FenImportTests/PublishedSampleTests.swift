import FenMoney
import Testing

@testable import FenImport

/// The samples of other programs' files, as they are published.
@Suite("Published samples")
struct PublishedSampleTests {
    @Test("the published samples are read to the letter")
    func samples() throws {
        let half = try Rate(protocolText: "0.5")
        let splitwise = try Files.read(Files.splitwise)
        #expect(
            try Files.balances(splitwise, rates: [Files.usd: half])
                == ["Alice": 3167, "Bob": 1667 - 2000, "May": -4834 + 2000])
        let table = """
            "Date","Description","Category","Currency","Cost","Original cost","Original currency",\
            "Conversion rate","Is Reimbursement","Split mode","Alice","Bob"
            "2026-07-01","Dinner","Dining Out","EUR","60.00",,,,"No","Evenly",30,-30
            "2026-07-02","Museum","General","EUR","36.60","40.00","USD","0.915","No",\
            "Unevenly – By shares",-24.4,12.2
            """
        #expect(try Files.balances(Files.read(table)) == ["Alice": 560, "Bob": -560])
        let document = """
            {"id":"g1","name":"Trip","information":null,"currency":"€","currencyCode":"EUR",
             "expenses":[{"id":"e1","createdAt":"2026-07-01T18:00:00.000Z",
              "expenseDate":"2026-07-01T00:00:00.000Z","title":"Dinner",
              "category":{"grouping":"Food and Drink","name":"Dining Out"},"amount":6000,
              "originalAmount":null,"originalCurrency":null,"conversionRate":null,
              "paidById":"p1","paidFor":[{"participantId":"p1","shares":100},
              {"participantId":"p2","shares":100}],
              "isReimbursement":false,"splitMode":"EVENLY","recurrenceRule":"NONE","notes":null}],
             "participants":[{"id":"p1","name":"Alice"},{"id":"p2","name":"Bob"}],"activities":[]}
            """
        #expect(try Files.balances(Files.read(document)) == ["Alice": 3000, "Bob": -3000])
        let bills = """
            what,bill_type,amount,currency,date,payer_name,payer_weight,owers
            Dinner,Expense,60.0,EUR,2026-07-01,Alice,1.0,"Alice, Bob"
            Settlement,Reimbursement,30.0,EUR,2026-07-05,Bob,1.0,Alice
            """
        let file = try Files.read(bills)
        #expect(file.rows.map(\.kind) == [.expense, .payment])
        #expect(try Files.balances(file) == ["Alice": 0, "Bob": 0])
        let cospend = """
            name,weight,active,color
            "Alice",1,1,"#112233"
            "Bob",1,1,"#445566"

            what,amount,date,timestamp,payer_name,payer_weight,payer_active,owers,repeat,\
            repeatfreq,repeatallactive,repeatuntil,categoryid,paymentmode,paymentmodeid,comment,\
            deleted
            "Dinner",60,2026-07-01,1782892800,"Alice",1,1,"Alice,Bob",n,1,0,,12,n,0,\
            "pizza+%26+wine",0

            categoryname,categoryid,icon,color
            "Food",12,"🍕","#aa5500"

            currencyname,exchange_rate
            "EUR",1
            "USD",0.915
            """
        let section = try Files.read(cospend)
        #expect(section.rows.first?.note == "pizza & wine")
        #expect(try Files.balances(section) == ["Alice": 3000, "Bob": -3000])
    }
}
