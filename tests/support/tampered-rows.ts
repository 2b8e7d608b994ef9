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
/** Taken out of its table, and put back. */
export const without = (table: string, where: string): [string[], string[]] => [
  [`INSERT INTO kept_${table} SELECT * FROM ${table} WHERE ${where}`, `DELETE FROM ${table} WHERE ${where}`],
  [`INSERT INTO ${table} SELECT * FROM kept_${table}`, `DELETE FROM kept_${table}`],
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
    "owner: stake 1 is not held by the user who paid for it",
  ],
  [
    "a stake's owner, and who paid for it",
    ["stakes", "payments"],
    (books) => {
      const become = (user: string) => [
        `UPDATE payments SET user_id = ${user} WHERE id = '${books.bought[0]?.paymentId}'`,
        `UPDATE stakes SET user_id = (SELECT user_id FROM payments WHERE payments.id = payment_id) WHERE ${stake(books)}`,
      ];
      const second = `(SELECT user_id FROM payments WHERE id = '${books.bought[1]?.paymentId}')`;
      return [become(`'${books.other.userId}'`), become(second)];
    },
    "owner: stake 1 is not held by the user who paid for it",
  ],
  [
    "a stake's state, with a payment that never was",
    ["stakes", "payments"],
    (books) => {
      const become = (ofStake: string, ofPayment: string) => [
        `UPDATE stakes SET state = '${ofStake}' WHERE ${stake(books)}`,
        `UPDATE payments SET state = '${ofPayment}' WHERE id = '${books.bought[0]?.paymentId}'`,
      ];
      return [become("frozen", "failed"), become("active", "settled")];
    },
    "state: stake 1 is in another state than its payment",
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
