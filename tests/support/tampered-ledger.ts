import { type Books, type Tampering, without } from "./tampered-rows";

// Rows of the ledger, their order and the totals of accounts, changed behind the product's back.

const applied = ({ bought }: Books) => `id = 'payment:${bought[1]?.paymentId}:applied'`;
const seqOf = ({ bought }: Books, name: string) =>
  `(SELECT seq FROM transfers WHERE id = 'payment:${bought[1]?.paymentId}:${name}')`;
const anotherPlace = (from: string, to: string) => `UPDATE transfers SET seq = ${to} WHERE seq = ${from}`;
/** A row of money that never was, with the totals that go with it. */
const madeUp = (books: Books, seq: string): [string[], string[]] => [
  [
    `INSERT INTO transfers (seq, id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
        SELECT ${seq}, 'made:up', 'house:promotions', 'user:${books.other.userId}:wallet', 700, 'USD', 'promotion', 'made:up', created_at_ms FROM transfers WHERE ${applied(books)}`,
    `UPDATE accounts SET credits_total = credits_total + 700 WHERE id = 'user:${books.other.userId}:wallet'`,
    `UPDATE accounts SET debits_total = debits_total + 700 WHERE id = 'house:promotions'`,
  ],
  [
    "DELETE FROM transfers WHERE id = 'made:up'",
    `UPDATE accounts SET credits_total = credits_total - 700 WHERE id = 'user:${books.other.userId}:wallet'`,
    `UPDATE accounts SET debits_total = debits_total - 700 WHERE id = 'house:promotions'`,
  ],
];
export const LEDGER_TAMPERINGS: Tampering[] = [
  [
    "the account of a row of the ledger",
    "transfers",
    (books) => [
      `UPDATE transfers SET credit_account_id = 'house:joining-fees' WHERE ${applied(books)}`,
      `UPDATE transfers SET credit_account_id = 'house:stake-sales' WHERE ${applied(books)}`,
    ],
    /^ledger: rows are not what was chained on 2026-/,
  ],
  [
    "a row of the ledger: it is gone",
    "transfers",
    (books) => without("transfers", applied(books)),
    /^ledger: rows are not what was chained on 2026-/,
  ],
  [
    "two rows of the ledger: they have changed places",
    "transfers",
    (books) => {
      const swap = [
        anotherPlace(seqOf(books, "applied"), "-7"),
        anotherPlace(seqOf(books, "tokens"), `${seqOf(books, "tokens")} - 1`),
        anotherPlace("-7", `${seqOf(books, "tokens")} + 1`),
      ];
      const back = [
        anotherPlace(seqOf(books, "tokens"), "-7"),
        anotherPlace(seqOf(books, "applied"), `${seqOf(books, "applied")} - 1`),
        anotherPlace("-7", `${seqOf(books, "applied")} + 1`),
      ];
      return [swap, back];
    },
    /^ledger: rows are not what was chained on 2026-/,
  ],
  [
    "the ledger: a row stands between others",
    ["transfers", "accounts"],
    (books) => {
      // There is room for it behind a row that is gone.
      const [gone, again] = without("transfers", `id = 'payment:${books.bought[1]?.paymentId}:tokens'`);
      const seq = `(SELECT seq FROM kept_transfers)`;
      const [there, back] = madeUp(books, seq);
      return [
        [...gone, ...there],
        [...back, ...again],
      ];
    },
    /^ledger: rows are not what was chained on 2026-/,
  ],
  [
    "the ledger: a row stands before the first",
    ["transfers", "accounts"],
    (books) => madeUp(books, "-3"),
    /^ledger: rows are not what was chained on 2026-/,
  ],
  [
    "an amount in the ledger",
    "transfers",
    (books) => [
      `UPDATE transfers SET amount = amount + 1 WHERE ${applied(books)}`,
      `UPDATE transfers SET amount = amount - 1 WHERE ${applied(books)}`,
    ],
    /^ledger: rows are not what was chained on 2026-/,
  ],
  [
    "the time of a row of the ledger",
    "transfers",
    (books) => [
      `UPDATE transfers SET created_at_ms = created_at_ms + 864000000 WHERE ${applied(books)}`,
      `UPDATE transfers SET created_at_ms = created_at_ms - 864000000 WHERE ${applied(books)}`,
    ],
    /^ledger: rows are not what was chained on 2026-/,
  ],
  [
    "the total of an account of the house",
    "accounts",
    () => [
      "UPDATE accounts SET credits_total = credits_total + 1 WHERE id = 'house:stake-sales'",
      "UPDATE accounts SET credits_total = credits_total - 1 WHERE id = 'house:stake-sales'",
    ],
    "money: accounts: house:stake-sales differs from its transfers",
  ],
  [
    "the total of an investor's account",
    "accounts",
    (books) => [
      `UPDATE accounts SET credits_total = credits_total + 100 WHERE id = 'user:${books.other.userId}:wallet'`,
      `UPDATE accounts SET credits_total = credits_total - 100 WHERE id = 'user:${books.other.userId}:wallet'`,
    ],
    "money: accounts: 1 of investors differ from their transfers",
  ],
];
