/// How a report looks: on a wide screen, on a phone, and printed.
enum ReportStyle {
    /// The style sheet. Colours say nothing that words do not.
    static let sheet: HTML = """
        :root { color-scheme: light; --ink: #1d2433; --soft: #5b6478; --line: #d9dde6;
          --has: #1f7a4d; --owes: #b3452c; }
        * { box-sizing: border-box; }
        body { margin: 0 auto; max-width: 60rem; padding: 1rem; color: var(--ink);
          background: #fff; font: 16px/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
        h1 { margin: 0; font-size: 1.7rem; }
        h2 { margin: 2rem 0 .5rem; font-size: 1.15rem; border-bottom: 1px solid var(--line); }
        p { margin: .3rem 0; }
        .soft, footer { color: var(--soft); font-size: .9rem; }
        .mark { border-left: 4px solid var(--owes); padding-left: .6rem; }
        table { width: 100%; border-collapse: collapse; }
        th, td { padding: .25rem .5rem .25rem 0; text-align: left; vertical-align: top;
          font-weight: normal; }
        .amount { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
        .bars th { width: 30%; }
        .bars .amount { width: 25%; }
        .bar svg { display: block; width: 100%; height: 1rem; margin-top: .2rem; }
        .has { fill: var(--has); } .owes { fill: var(--owes); }
        .columns { display: block; width: 100%; height: 9rem; border-bottom: 1px solid var(--line); }
        .ends { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
        .ends span { white-space: nowrap; }
        .list tr { border-bottom: 1px solid var(--line); }
        .list thead th { color: var(--soft); font-size: .9rem; }
        footer { margin-top: 2rem; }
        @media (max-width: 40rem) {
          .list thead { display: none; }
          .list tr { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem;
            padding: .4rem 0; }
          .list td { padding: 0; }
          .list td:nth-child(3) { order: -2; }
          .list td:nth-child(5) { order: -1; }
          .list td:nth-child(1) { order: 1; }
          .list td:nth-child(4) { order: 2; grid-column: 1 / -1; }
        }
        @media print {
          body { max-width: none; padding: 0; font-size: 11px; }
          tr, svg { break-inside: avoid; }
          h2 { break-after: avoid; }
          rect { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
        }

        """
}
