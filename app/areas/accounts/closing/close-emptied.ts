import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import type { Statement } from "~/db/work";
import { closesFrom } from "./closing-wait";
import { eraseAccount } from "./inside/erase-account";

type Emptied = {
  userId: string;
  /** Both chosen before writing. */
  closingId: string;
  stopToken: string;
  /** What must hold, in the same batch. */
  may: SQL;
  nowMs: number;
};

/** Closes an account that holds nothing any more, in the batch that has emptied it. Does nothing while something is under way. */
export const closeEmptied = (db: Database, { userId, closingId, stopToken, may, nowMs }: Emptied): Statement[] => [
  db.run(sql`INSERT INTO account_closings (id, user_id, give_up_stakes, give_up_balance, asked_at_ms, closes_from_ms, stop_token)
    SELECT ${closingId}, ${userId}, 0, 0, ${nowMs}, ${closesFrom(userId, nowMs)}, ${stopToken} WHERE ${may}`),
  ...eraseAccount(db, { userId, actor: "system", nowMs }),
];
