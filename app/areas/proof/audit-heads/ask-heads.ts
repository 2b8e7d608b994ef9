import { sql } from "drizzle-orm";
import { runWork, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { networkOf } from "~/core/limits/network-of";
import { takeLimits } from "~/core/limits/take-limits";
import { emailAddress } from "~/areas/accounts/login/read-address";

const HOUR_MS = 3_600_000;

export type AskHeadsOutcome =
  { ok: true } | { ok: false; code: "invalid"; error: string } | { ok: false; code: "too-many"; retryAtMs: number };

/**
 * Subscribes an address to each day's head. A trigger queues a mail that asks whether it was them; confirmed readers get none.
 * The answer is the same either way, and a mailbox that is asked for again and again gets few mails. Two round trips.
 */
export async function askHeads(
  deps: Pick<Deps, "db" | "nowMs" | "newId" | "signLink" | "log">,
  { email: typed, ip }: { email: unknown; ip: string },
): Promise<AskHeadsOutcome> {
  const read = emailAddress.safeParse(typeof typed === "string" ? typed : "");
  if (!read.success) return { ok: false, code: "invalid", error: read.error.issues[0]?.message ?? "" };
  const nowMs = deps.nowMs();
  const [network, address] = await Promise.all([
    deps.signLink(`ip:${networkOf(ip)}`),
    deps.signLink(`to:${read.data}`),
  ]);
  const limits = [
    { key: `audit-heads-ip:${network}`, most: 20, windowMs: HOUR_MS },
    { key: `audit-heads-to:${address}`, most: 3, windowMs: 24 * HOUR_MS },
  ];
  const taken = await takeLimits(deps.db, limits, nowMs);
  if (!taken.ok) {
    deps.log("audit-heads-refused", { code: taken.key.split(":")[0] });
    // How often an address was requested is private: that limit holds the mail back silently.
    if (taken.key.startsWith("audit-heads-to:")) return { ok: true };
    return { ok: false, code: "too-many", retryAtMs: taken.retryAtMs };
  }
  const ask = sql`INSERT INTO audit_readers (id, email, asked_at_ms) VALUES (${deps.newId("rdr")}, ${read.data}, ${nowMs})
    ON CONFLICT (email) DO UPDATE SET asked_at_ms = excluded.asked_at_ms WHERE audit_readers.confirmed_at_ms IS NULL`;
  await runWork(deps.db, writes(deps.db.run(ask)));
  return { ok: true };
}
