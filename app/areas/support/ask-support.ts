import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import type { SUPPORT_KINDS } from "~/db/schema/names";
import { mapWork, row, runWork, together, type Work, writeThenRead } from "~/db/work";
import type { Deps } from "~/core/deps";
import { limitWork, networkOf } from "~/core/limits";
import { notify } from "~/core/outbox/enqueue";
import { noticeId } from "~/core/outbox/kinds";
import { accessOf, type SessionClaim } from "~/core/session/access";
import type { SupportAsked } from "./support-form";

const SAME_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
const NUMBER_LENGTH = 8;

type Asking = Omit<SupportAsked, "kind"> & {
  kind: (typeof SUPPORT_KINDS)[number];
  /** A cancellation names a payment or a certificate by it. */
  code?: string;
  ip: string;
  claim: SessionClaim | null;
};
export type SupportOutcome = { ok: true; number: string } | { ok: false; retryAtMs: number };

/** The address given is never a reason to refuse: the notice limits how often one address is emailed. */
export async function askSupport(deps: Deps, { ip, claim, ...asked }: Asking): Promise<SupportOutcome> {
  const { db } = deps;
  const nowMs = deps.nowMs();
  const mark = await deps.signLink(`support:${JSON.stringify([asked.name, asked.contact, asked.kind, asked.message])}`);
  const isRepeat = sql`EXISTS (SELECT 1 FROM support_requests WHERE content_mark = ${mark} AND created_at_ms > ${nowMs - SAME_MS})`;
  // A cookie proves nothing until the database has seen its session.
  const isLive = claim ? accessOf(claim, nowMs).live : sql`false`;
  const { earlier, live, ofAccount, ofNetwork } = await runWork(
    db,
    together({
      earlier: latestNumber(db, mark, nowMs - SAME_MS),
      live: row(db.all<{ live: number }>(sql`SELECT ${isLive} AS live`)),
      ofAccount: limitWork(db, {
        limits: claim ? [{ key: `account-support:${claim.userId}`, most: 10, windowMs: HOUR_MS }] : [],
        nowMs,
        onlyIf: sql`${isLive} AND NOT ${isRepeat}`,
      }),
      ofNetwork: limitWork(db, {
        limits: [{ key: `support-ip:${await deps.signLink(`ip:${networkOf(ip)}`)}`, most: 10, windowMs: HOUR_MS }],
        nowMs,
        onlyIf: sql`NOT ${isLive} AND NOT ${isRepeat}`,
      }),
    }),
  );
  const limited = live?.live === 1 ? ofAccount : ofNetwork;
  if (earlier !== null) return { ok: true, number: earlier };
  if (!limited.ok) {
    deps.log("support-refused", { code: limited.key.split(":")[0] });
    return { ok: false, retryAtMs: limited.retryAtMs };
  }
  const { channel, value } = asked.contact;
  const number = deps.newCode().slice(0, NUMBER_LENGTH);
  const signedIn = claim ? sql`(SELECT ${claim.userId} WHERE ${isLive})` : sql`NULL`;
  const requestId = deps.newId("sup");
  const insert =
    db.run(sql`INSERT INTO support_requests (id, number, user_id, name, email, phone, kind, message, content_mark, payment_id, created_at_ms)
    SELECT ${requestId}, ${number}, ${signedIn}, ${asked.name}, ${channel === "email" ? value : null},
      ${channel === "sms" ? value : null}, ${asked.kind}, ${asked.message}, ${mark}, ${paymentOf(asked.code ?? "")}, ${nowMs} WHERE NOT ${isRepeat}`);
  const receipt = notify(db, "support-received", {
    subject: sql`id`,
    nowMs,
    of: sql`FROM support_requests WHERE id = ${requestId} AND email IS NOT NULL`,
  });
  const kept = await runWork(db, writeThenRead([insert, receipt], latestNumber(db, mark, nowMs - SAME_MS)));
  if (kept === null) throw new Error("a support request was not kept");
  // The receipt is due at once; if the nudge gets lost, the timer sends it within a minute.
  if (asked.code) await deps.nudge([noticeId("support-received", requestId)]).catch(() => deps.log("nudge-failed"));
  return { ok: true, number: kept };
}

const paymentOf = (code: string) => sql`(SELECT id FROM payments WHERE id = ${code}
    UNION ALL SELECT payment_id FROM certificates JOIN stakes ON stakes.id = stake_id WHERE code = ${code} LIMIT 1)`;

function latestNumber(db: Database, mark: string, sinceMs: number): Work<string | null> {
  const query = db.all<{ number: string }>(sql`SELECT number FROM support_requests
    WHERE content_mark = ${mark} AND created_at_ms > ${sinceMs} ORDER BY created_at_ms LIMIT 1`);
  return mapWork(row(query), (found) => found?.number ?? null);
}
