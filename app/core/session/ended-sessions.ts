import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { rows, runWork } from "~/db/work";
import { isLive, type SessionClaim } from "./access";

/** Those of many sessions that are not live any more. One round trip. @returns their hashes */
export async function readEndedSessions(db: Database, claims: readonly SessionClaim[], nowMs: number): Promise<string[]> {
  const asked = JSON.stringify(claims.map(({ idHash, userId }) => [idHash, userId]));
  const claim = { idHash: sql`asked.value ->> 0`, userId: sql`asked.value ->> 1` };
  const ended = db.all<{ idHash: string }>(sql`SELECT asked.value ->> 0 AS idHash FROM json_each(${asked}) AS asked
    WHERE NOT EXISTS (SELECT 1 FROM sessions JOIN users ON users.id = sessions.user_id WHERE ${isLive(claim, nowMs)})`);
  return (await runWork(db, rows(ended))).map(({ idHash }) => idHash);
}
