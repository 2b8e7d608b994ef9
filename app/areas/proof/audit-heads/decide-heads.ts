import { sql } from "drizzle-orm";
import { row, runWork, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { networkOf } from "~/core/limits/network-of";
import { takeLimits } from "~/core/limits/take-limits";
import { type HeadLink, readHeadToken } from "./head-link";

const HOUR_MS = 3_600_000;
/** Mail programs ask from few networks for very many people. */
const DECISIONS_PER_HOUR = 600;

export type ShownHeads = { does: HeadLink["does"]; state: "asked" | "confirmed" | "gone" };

/** What the page behind a link shows. Reads only: programs that look for danger in mails follow every link. One round trip. */
export async function readHeads(deps: Pick<Deps, "db" | "signLink">, token: string): Promise<ShownHeads | null> {
  const link = await readHeadToken(deps, token);
  if (!link) return null;
  const query = deps.db.all<{ confirmed: number }>(
    sql`SELECT confirmed_at_ms IS NOT NULL AS confirmed FROM audit_readers WHERE id = ${link.readerId}`,
  );
  const found = await runWork(deps.db, row(query));
  if (!found) return { does: link.does, state: "gone" };
  return { does: link.does, state: found.confirmed ? "confirmed" : "asked" };
}

export type DecideHeadsOutcome =
  { ok: true } | { ok: false; code: "unknown-link" } | { ok: false; code: "too-many"; retryAtMs: number };

/** Confirms, or stops, which forgets the address. Once or many times, by a person or the mail program. Two round trips. */
export async function decideHeads(
  deps: Pick<Deps, "db" | "nowMs" | "signLink">,
  { token, ip }: { token: string; ip: string },
): Promise<DecideHeadsOutcome> {
  const nowMs = deps.nowMs();
  const link = await readHeadToken(deps, token);
  if (!link) return { ok: false, code: "unknown-link" };
  const key = `audit-heads-decide:${await deps.signLink(`ip:${networkOf(ip)}`)}`;
  const taken = await takeLimits(deps.db, [{ key, most: DECISIONS_PER_HOUR, windowMs: HOUR_MS }], nowMs);
  if (!taken.ok) return { ok: false, code: "too-many", retryAtMs: taken.retryAtMs };
  const decide =
    link.does === "stop"
      ? sql`DELETE FROM audit_readers WHERE id = ${link.readerId}`
      : sql`UPDATE audit_readers SET confirmed_at_ms = ${nowMs} WHERE id = ${link.readerId} AND confirmed_at_ms IS NULL`;
  await runWork(deps.db, writes(deps.db.run(decide)));
  return { ok: true };
}
