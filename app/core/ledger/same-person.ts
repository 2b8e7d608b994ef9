import { getTableName, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";

// Whether two accounts look like one person. It decides nothing by itself: the reward then waits for an operator. What is
// compared is what an account has or had.

/**
 * The mailbox behind an address: without dots in the name, without what follows a plus, and Gmail under one of its two names. Some
 * mail services do tell dots apart; two such neighbours are held as well, and an operator releases the reward.
 */
const mailboxOf = (email: string): string => {
  const name = `substr(${email}, 1, instr(replace(${email}, '@', '+'), '+') - 1)`;
  const domain = `substr(${email}, instr(${email}, '@'))`;
  return `replace(${name}, '.', '') || replace(${domain}, '@googlemail.com', '@gmail.com')`;
};
const payoutAccount = "upper(replace(ifsc_code, ' ', '')) || ':' || account_last4";

type Source = { value: string; table: string; owner: string; and?: string };

const phones: Source[] = [
  { value: "phone", table: "users", owner: "id" },
  { value: "old_value", table: "contact_changes", owner: "user_id", and: "channel = 'sms'" },
];
const mailboxes: Source[] = [
  { value: mailboxOf("email"), table: "users", owner: "id" },
  { value: mailboxOf("old_value"), table: "contact_changes", owner: "user_id", and: "channel = 'email'" },
];
const payouts: Source[] = [
  { value: payoutAccount, table: "bank_details", owner: "user_id" },
  { value: payoutAccount, table: "withdrawals", owner: "user_id" },
];
const accountMarks: Source[] = [
  { value: "account_mark", table: "bank_details", owner: "user_id" },
  { value: "account_mark", table: "withdrawals", owner: "user_id" },
];

const rowsOf = ({ table, owner, and = "1" }: Source, userId: string): string =>
  `FROM ${table} WHERE ${table}.${owner} = ${userId} AND ${and}`;

function share(sources: readonly Source[], one: string, other: string): string {
  const of = (userId: string) =>
    sources
      .map((source) => `SELECT ${source.value} AS value ${rowsOf(source, userId)} AND ${source.value} IS NOT NULL`)
      .join(" UNION ALL ");
  return `EXISTS (SELECT value FROM (${of(one)}) INTERSECT SELECT value FROM (${of(other)}))`;
}

const nameOf = (column: AnySQLiteColumn) => `${getTableName(column.table)}.${column.name}`;

export const looksLikeOne = (one: AnySQLiteColumn, other: AnySQLiteColumn): SQL =>
  sql.raw(
    `(${[phones, mailboxes, payouts, accountMarks].map((sources) => share(sources, nameOf(one), nameOf(other))).join(" OR ")})`,
  );
