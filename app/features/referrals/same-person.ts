import { type SQL, sql, type SQLWrapper } from "drizzle-orm";

// Whether two accounts look like one person. It decides nothing by itself: the reward then waits for an operator. What is
// compared is what an account has or had.

/** The mailbox behind an address: without dots, and without what follows a plus. */
const mailboxOf = (email: string): SQL =>
  sql.raw(
    `replace(substr(${email}, 1, instr(replace(${email}, '@', '+'), '+') - 1), '.', '') || substr(${email}, instr(${email}, '@'))`,
  );
/** Account numbers are sealed: branch code and last digits are what can be compared. */
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
    [phones, mailboxes, payouts].map((sources) => share(sources, one, other)),
    sql` OR `,
  )})`;
