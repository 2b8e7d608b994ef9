// Rows by the thousand, written by one statement each.

export const DAY_MS = 86_400_000;
export const YEARS_MS = 3 * 365 * DAY_MS;
/** Rows of one statement, so that none runs into D1's limit on time. */
const STEP = 20_000;
/** Rows of each list that an operator works through, so that a page of it is full. */
export const WAITING = 130;
/** Requests that wait, of which every other may be paid now: one of two people in three, and no more than a long day has. */
export const openWithdrawals = (people) => Math.min(200, Math.max(WAITING, Math.floor((people * 2) / 3)));

export const id = (prefix, value = "i") => `printf('${prefix}_%08d', ${value})`;
export const account = (kind, person) => `'user:' || ${person} || ':${kind}'`;

/** @param {number} endMs the last moment that anything happened at */
export function openWriter(endMs) {
  const statements = [];
  /** Rows `from` to `to`, each column an expression of `i`. */
  const insert = (table, to, columns, { from = 0, where = "1" } = {}) => {
    const [names, values] = [Object.keys(columns).join(", "), Object.values(columns).join(", ")];
    for (let start = from; start < to; start += STEP)
      statements.push(`WITH RECURSIVE n (i) AS (SELECT ${start} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${Math.min(start + STEP, to)})
        INSERT INTO ${table} (${names}) SELECT ${values} FROM n WHERE ${where}`);
  };
  const transfer = (to, { cause, name, debit, credit, amount, reason, at, currency = "USD" }, options) =>
    insert(
      "transfers",
      to,
      {
        id: `${cause} || ':${name}'`,
        debit_account_id: debit,
        credit_account_id: credit,
        amount,
        currency: `'${currency}'`,
        reason: `'${reason}'`,
        refers_to: cause,
        created_at_ms: at,
      },
      options,
    );
  const overYears = (count) => `${endMs - YEARS_MS} + i * ${Math.floor(YEARS_MS / count)}`;
  return { statements, insert, transfer, overYears, endMs };
}
