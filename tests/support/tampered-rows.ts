// What anyone in control of the database might change, and how the next audit reports it.

/** Two stakes of one cask, bought by a user other than `other`, who has some money; an open withdrawal; a valuation; a document. */
export type Books = {
  caskId: string;
  bought: { paymentId: string; stakeId: string; certificateId: string }[];
  other: { userId: string };
  withdrawalId: string;
};

type Statements = string | string[];
/** `tables`: those whose rules stand in the way. `told`: in the reason of the day or of the cask. */
export type Tampering = [
  what: string,
  tables: Statements,
  change: (books: Books) => [there: Statements, back: Statements],
  told: string | RegExp,
];

/** SHA-256 of 'abc', the file of the document. */
export const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

const stake = ({ bought }: Books) => `id = '${bought[0]?.stakeId}'`;
const certificate = ({ bought }: Books) => `id = '${bought[0]?.certificateId}'`;
const applied = ({ bought }: Books) => `id = 'payment:${bought[1]?.paymentId}:applied'`;
/** Taken out of its table, and put back. */
const without = (table: string, where: string): [string[], string[]] => [
  [`INSERT INTO kept_${table} SELECT * FROM ${table} WHERE ${where}`, `DELETE FROM ${table} WHERE ${where}`],
  [`INSERT INTO ${table} SELECT * FROM kept_${table}`, `DELETE FROM kept_${table}`],
];
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
    /^ledger: rows after 0 are not what was chained on 2026-/,
  ],
  [
    "a row of the ledger: it is gone",
    "transfers",
    (books) => without("transfers", applied(books)),
    /^ledger: rows after 0/,
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
    /^ledger: rows after 0/,
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
    /^ledger: rows after 0/,
  ],
  [
    "the ledger: a row stands before the first",
    ["transfers", "accounts"],
    (books) => madeUp(books, "-3"),
    /^ledger: rows after 0/,
  ],
  [
    "an amount in the ledger",
    "transfers",
    (books) => [
      `UPDATE transfers SET amount = amount + 1 WHERE ${applied(books)}`,
      `UPDATE transfers SET amount = amount - 1 WHERE ${applied(books)}`,
    ],
    /^ledger: rows after 0 are not what was chained on 2026-/,
  ],
  [
    "the time of a row of the ledger",
    "transfers",
    (books) => [
      `UPDATE transfers SET created_at_ms = created_at_ms + 864000000 WHERE ${applied(books)}`,
      `UPDATE transfers SET created_at_ms = created_at_ms - 864000000 WHERE ${applied(books)}`,
    ],
    /^ledger: rows after 0/,
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

export const ROW_TAMPERINGS: Tampering[] = [
  [
    "a stake's payment",
    "stakes",
    (books) => [
      `UPDATE stakes SET payment_id = 'pay_fee' WHERE ${stake(books)}`,
      `UPDATE stakes SET payment_id = '${books.bought[0]?.paymentId}' WHERE ${stake(books)}`,
    ],
    "payment: stake 1 has no payment for this cask",
  ],
  [
    "a stake's state",
    "stakes",
    (books) => [
      `UPDATE stakes SET state = 'frozen' WHERE ${stake(books)}`,
      `UPDATE stakes SET state = 'active' WHERE ${stake(books)}`,
    ],
    "state: stake 1 is in another state than its payment",
  ],
  [
    "the amount of a stake's payment",
    "payments",
    (books) => [
      `UPDATE payments SET amount_cents = amount_cents + 1 WHERE id = '${books.bought[0]?.paymentId}'`,
      `UPDATE payments SET amount_cents = amount_cents - 1 WHERE id = '${books.bought[0]?.paymentId}'`,
    ],
    "price: stake 1 has another price than was paid and booked",
  ],
  [
    "the state of a payment that bought nothing",
    "payments",
    () => [
      "UPDATE payments SET state = 'settled', received_cents = 1000 WHERE id = 'pay_fee'",
      "UPDATE payments SET state = 'created', received_cents = NULL WHERE id = 'pay_fee'",
    ],
    "payments: 1 against the rule 'a payment's income, tokens and money are booked once, while it counts'",
  ],
  [
    "the amount of a withdrawal",
    "withdrawals",
    (books) => [
      `UPDATE withdrawals SET amount_cents = 4900 WHERE id = '${books.withdrawalId}'`,
      `UPDATE withdrawals SET amount_cents = 5000 WHERE id = '${books.withdrawalId}'`,
    ],
    "withdrawals_open_cents: what is held for withdrawals is what is in progress, and it is not so",
  ],
  [
    "whose certificate it is",
    "certificates",
    (books) => {
      const [one, two] = books.bought;
      const swap = (first = one, second = two) => [
        `UPDATE certificates SET state = 'void', stake_id = '${two?.stakeId}' WHERE id = '${first?.certificateId}'`,
        `UPDATE certificates SET stake_id = '${one?.stakeId}' WHERE id = '${second?.certificateId}'`,
        `UPDATE certificates SET state = 'issued' WHERE id = '${first?.certificateId}'`,
      ];
      return [swap(), swap(two, one)];
    },
    "mark: stake 1 has another one without a new certificate",
  ],
  [
    "a document's hash",
    "evidence",
    () => [
      "UPDATE evidence SET sha256 = replace(sha256, 'ba78', 'ba79') WHERE id = 'evd_1'",
      "UPDATE evidence SET sha256 = replace(sha256, 'ba79', 'ba78') WHERE id = 'evd_1'",
    ],
    `documents: ${ABC} is not what it was`,
  ],
  [
    "the valuations: one is gone",
    "valuations",
    (books) => without("valuations", `cask_id = '${books.caskId}'`),
    /^valuations: \w+ is not what it was/,
  ],
  [
    "a stake's owner",
    "stakes",
    (books) => [
      `UPDATE stakes SET user_id = '${books.other.userId}' WHERE ${stake(books)}`,
      `UPDATE stakes SET user_id = (SELECT user_id FROM payments WHERE payments.id = payment_id) WHERE ${stake(books)}`,
    ],
    "owner: stake 1 is not held by whoever paid for it",
  ],
  [
    "a stake's price",
    "stakes",
    (books) => [
      `UPDATE stakes SET price_cents = 1 WHERE ${stake(books)}`,
      `UPDATE stakes SET price_cents = 50000 WHERE ${stake(books)}`,
    ],
    "price: stake 1 has another price",
  ],
  [
    "a stake's number",
    "stakes",
    (books) => [
      `UPDATE stakes SET number = 7 WHERE ${stake(books)}`,
      `UPDATE stakes SET number = 1 WHERE ${stake(books)}`,
    ],
    "stakes: stake 1 was sold and is gone",
  ],
  [
    "the counter of stakes sold",
    "casks",
    (books) => [
      `UPDATE casks SET sold_stakes = sold_stakes - 1 WHERE id = '${books.caskId}'`,
      `UPDATE casks SET sold_stakes = sold_stakes + 1 WHERE id = '${books.caskId}'`,
    ],
    "issued: the counter differs from the stakes by 1",
  ],
  [
    "the counter of stakes reserved",
    "casks",
    (books) => [
      `UPDATE casks SET reserved_stakes = 3 WHERE id = '${books.caskId}'`,
      `UPDATE casks SET reserved_stakes = 0 WHERE id = '${books.caskId}'`,
    ],
    "reserved: the counter differs from the reservations by 3",
  ],
  [
    "how many stakes there are",
    "casks",
    (books) => [
      `UPDATE casks SET total_stakes = 11 WHERE id = '${books.caskId}'`,
      `UPDATE casks SET total_stakes = 10 WHERE id = '${books.caskId}'`,
    ],
    "total: it was 10",
  ],
  [
    "a certificate's code",
    "certificates",
    (books) => [
      `UPDATE certificates SET code = 'x' || code WHERE ${certificate(books)}`,
      `UPDATE certificates SET code = substr(code, 2) WHERE ${certificate(books)}`,
    ],
    "mark: stake 1 has another one without a new certificate",
  ],
  [
    "a certificate's state",
    "certificates",
    (books) => [
      `UPDATE certificates SET state = 'void' WHERE ${certificate(books)}`,
      `UPDATE certificates SET state = 'issued' WHERE ${certificate(books)}`,
    ],
    "certificate: stake 1 has none",
  ],
  [
    "a valuation",
    "valuations",
    (books) => [
      `UPDATE valuations SET value_cents = value_cents + 1 WHERE cask_id = '${books.caskId}'`,
      `UPDATE valuations SET value_cents = value_cents - 1 WHERE cask_id = '${books.caskId}'`,
    ],
    /^valuations: \w+ is not what it was/,
  ],
];
