import { type SQL, sql, type SQLWrapper } from "drizzle-orm";

// Whether two accounts look like one person. It decides nothing by itself: the reward then waits for an operator. What is
// compared is what an account has or had.

/**
 * The mailbox behind an address: without dots in the name, without what follows a plus, and Gmail under one of its two names. Some
 * mail services do tell dots apart; two such neighbours are held as well, and an operator releases the reward.
 */
const mailboxOf = (email: string): SQL => {
  const name = `substr(${email}, 1, instr(replace(${email}, '@', '+'), '+') - 1)`;
  const domain = `substr(${email}, instr(${email}, '@'))`;
  return sql.raw(`replace(${name}, '.', '') || replace(${domain}, '@googlemail.com', '@gmail.com')`);
};
/** Account numbers are sealed. Rows from before there were marks have their branch code and last digits only. */
const payoutAccount = sql.raw("upper(replace(ifsc_code, ' ', '')) || ':' || account_last4");

type Source = { value: SQL; table: string; owner: string; and?: string };

const phones: Source[] = [
  { value: sql.raw("phone"), table: "users", owner: "id" },
  { value: sql.raw("old_value"), table: "contact_changes", owner: "user_id", and: "channel = 'sms'" },
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
  { value: sql.raw("account_mark"), table: "bank_details", owner: "user_id" },
  { value: sql.raw("account_mark"), table: "withdrawals", owner: "user_id" },
];

const rowsOf = ({ table, owner, and = "1" }: Source, userId: SQLWrapper): SQL =>
  sql`FROM ${sql.raw(table)} WHERE ${sql.raw(`${table}.${owner}`)} = ${userId} AND ${sql.raw(and)}`;

function share(sources: readonly Source[], one: SQLWrapper, other: SQLWrapper): SQL {
  const others = sql.join(
    sources.map((source) => sql`SELECT ${source.value} ${rowsOf(source, other)} AND ${source.value} IS NOT NULL`),
    sql` UNION `,
  );
  const found = sources.map(
    (source) => sql`EXISTS (SELECT 1 ${rowsOf(source, one)} AND ${source.value} IN (${others}))`,
  );
  return sql.join(found, sql` OR `);
}

/** True if they share a phone number, a mailbox or a payout account. */
export const looksLikeOne = (one: SQLWrapper, other: SQLWrapper): SQL =>
  sql`(${sql.join(
    [phones, mailboxes, payouts, accountMarks].map((sources) => share(sources, one, other)),
    sql` OR `,
  )})`;
