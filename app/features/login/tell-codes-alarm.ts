import { sql } from "drizzle-orm";
import { runWork, writes } from "~/db/work";
import type { Deps } from "~/features/deps";
import { everyoneKey } from "./login-limits";
import { ALARM_AT } from "./turn-ticket";

/** Has every operator with a mail address told, once a day and channel, that very many codes are being sent. One round trip. */
export async function tellCodesAlarm(deps: Pick<Deps, "db" | "nowMs">): Promise<void> {
  const nowMs = deps.nowMs();
  const tell = (["email", "sms"] as const).map((channel) =>
    deps.db.run(sql`INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
      SELECT 'send-notice:codes-alarm:' || subject, 'send-notice', 'codes-alarm:' || subject, 'codes-alarm', ${nowMs}, ${nowMs}
      FROM (SELECT users.id || ':' || ${channel} || ':' || counters.window_ends_at_ms AS subject FROM counters, users
        WHERE counters.key = ${everyoneKey(channel)} AND counters.window_ends_at_ms > ${nowMs} AND counters.count >= ${ALARM_AT[channel]}
          AND users.role = 'operator' AND users.email IS NOT NULL AND users.suspended_at_ms IS NULL)
      WHERE true ON CONFLICT (id) DO NOTHING`),
  );
  await runWork(deps.db, writes(...tell));
}
