import { type SQL, sql, type SQLWrapper } from "drizzle-orm";

// Whether two accounts look like one person. It decides nothing by itself: the reward then waits for an operator.

/** The mailbox behind an address: without dots, and without what follows a plus. */
const mailboxOf = (email: SQLWrapper): SQL =>
  sql`replace(substr(${email}, 1, instr(replace(${email}, '@', '+'), '+') - 1), '.', '') || substr(${email}, instr(${email}, '@'))`;

/** Every address an account has or had. */
const contactsOf = (userId: SQLWrapper, channel: "email" | "sms"): SQL => {
  const column = sql.raw(channel === "email" ? "email" : "phone");
  return sql`SELECT ${column} AS value FROM users WHERE id = ${userId} AND ${column} IS NOT NULL
    UNION SELECT old_value FROM contact_changes WHERE user_id = ${userId} AND channel = ${channel}`;
};

/** Account numbers are sealed: branch code and last digits are what can be compared. */
const payoutsOf = (userId: SQLWrapper): SQL =>
  sql`SELECT upper(replace(ifsc_code, ' ', '')) || ':' || account_last4 AS value FROM bank_details WHERE user_id = ${userId}
    UNION SELECT upper(replace(ifsc_code, ' ', '')) || ':' || account_last4 FROM withdrawals WHERE user_id = ${userId}`;

const overlap = (one: SQL, other: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM (${one}) AS ones JOIN (${other}) AS others ON others.value = ones.value)`;

const mailboxes = (userId: SQLWrapper): SQL =>
  sql`SELECT ${mailboxOf(sql.raw("value"))} AS value FROM (${contactsOf(userId, "email")})`;

/** True if they share a phone number, a mailbox or a payout account. */
export const looksLikeOne = (one: SQLWrapper, other: SQLWrapper): SQL =>
  sql`(${overlap(contactsOf(one, "sms"), contactsOf(other, "sms"))} OR ${overlap(mailboxes(one), mailboxes(other))}
    OR ${overlap(payoutsOf(one), payoutsOf(other))})`;
