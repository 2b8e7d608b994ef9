import { sql } from "drizzle-orm";
import { runWork, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { eraseAccount } from "./inside/erase-account";
import { nothingInTheWay } from "./inside/what-is-left";

const AT_MOST = 20;

/** Closes the accounts whose owners have asked for it, once nothing stands in the way. */
export async function closeWaitingAccounts(deps: Pick<Deps, "db" | "nowMs" | "log">): Promise<number> {
  const { db } = deps;
  const nowMs = deps.nowMs();
  const due = await db.all<{ userId: string }>(sql`SELECT asked.user_id AS userId FROM account_closings AS asked
    WHERE ${nothingInTheWay(sql`asked.user_id`, nowMs)} ORDER BY asked.asked_at_ms LIMIT ${AT_MOST}`);
  for (const { userId } of due) {
    await runWork(db, writes(...eraseAccount(db, { userId, actor: "system", nowMs })));
    const [closed] = await db.all(sql`SELECT 1 FROM users WHERE id = ${userId} AND closed_at_ms = ${nowMs}`);
    if (!closed) continue;
    deps.log("account-closed", { userId });
  }
  return due.length;
}
