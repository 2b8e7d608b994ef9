import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";

type Told = {
  notice: string;
  about: string;
  userId: string;
  nowMs: number;
  given: SQL;
  withFormerMs?: number;
  onlyFormer?: true;
};

/**
 * The statement that writes whom a notice about an account's safety goes to: every mailbox and phone number that the account has, or had
 * until a short while ago. A trigger tells each by a row of its own.
 */
export const tellContacts = (db: Database, { notice, about, userId, nowMs, given, withFormerMs, onlyFormer }: Told) =>
  db.run(sql`INSERT INTO notice_recipients (subject_id, user_id, notice, channel, address, created_at_ms)
    SELECT ${`${notice}:${about}:`} || row_number() OVER (ORDER BY channel, address), user_id, ${notice}, channel, address, ${nowMs}
    FROM contacts WHERE user_id = ${userId} AND (until_ms IS NULL OR until_ms > ${nowMs - (withFormerMs ?? 0)}) AND ${given}
    GROUP BY channel, address ${onlyFormer ? sql`HAVING count(*) = count(until_ms)` : sql``} ON CONFLICT DO NOTHING`);
