import { sql } from "drizzle-orm";
import { runWork, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { tellOperators } from "~/core/outbox/tell-operators";
import { everyoneKey } from "./login-limits";
import { ALARM_AT } from "./turn-ticket";

/** Has every operator with a mail address told, once a day and channel, that very many codes are being sent. One round trip. */
export async function tellCodesAlarm(deps: Pick<Deps, "db" | "nowMs">): Promise<void> {
  const nowMs = deps.nowMs();
  const tell = (["email", "sms"] as const).map((channel) =>
    tellOperators(deps.db, {
      notice: "codes-alarm",
      occasion: sql`${channel} || ':' || counters.window_ends_at_ms`,
      given: {
        table: sql`counters`,
        where: sql`counters.key = ${everyoneKey(channel)} AND counters.window_ends_at_ms > ${nowMs}
          AND counters.count >= ${ALARM_AT[channel]}`,
      },
      nowMs,
    }),
  );
  await runWork(deps.db, writes(...tell));
}
