import { sql } from "drizzle-orm";
import { row, runWork, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { networkOf } from "~/core/limits/network-of";
import { takeLimits } from "~/core/limits/take-limits";
import { emailAddress } from "~/areas/accounts/login/read-address";

// Who gets each day's head by mail: asks, confirms by a link, is told, stops by a link. A link proves by itself that we wrote it to this
// reader, so it works without a login, and knows no address.

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

/** In one run; the next one continues. */
const AT_MOST = 200;

/**
 * Marks readers who are to get the head of the newest published day; a trigger writes the outbox rows in the same batch, so each is
 * told once, however often the timer runs or fails. Readers who missed days get the newest. One round trip.
 */
export async function tellHeads({ db }: Pick<Deps, "db">, atMost = AT_MOST): Promise<void> {
  const newest = sql`(SELECT max(date) FROM audits WHERE state = 'published')`;
  await runWork(
    db,
    writes(
      db.run(sql`UPDATE audit_readers SET told_date = ${newest} WHERE id IN (
        SELECT id FROM audit_readers WHERE confirmed_at_ms IS NOT NULL AND told_date < ${newest} ORDER BY told_date LIMIT ${atMost})`),
    ),
  );
}

export type HeadLink = { readerId: string; does: "confirm" | "stop" };
type Signing = Pick<Deps, "signLink">;

const SHAPE = /^([\w-]{1,60})\.(confirm|stop)\.([0-9a-f]{32})$/;

const signatureOf = async ({ signLink }: Signing, { readerId, does }: HeadLink) =>
  (await signLink(`audit-heads:${readerId}:${does}`)).slice(0, 32);

export const headToken = async (deps: Signing, link: HeadLink) =>
  `${link.readerId}.${link.does}.${await signatureOf(deps, link)}`;

export const headUrl = async (deps: Signing & Pick<Deps, "origin">, link: HeadLink) =>
  `${deps.origin}/audit/heads/${await headToken(deps, link)}`;

/** Whom and what a token means; null if we did not write it. */
async function readHeadToken(deps: Signing, token: string): Promise<HeadLink | null> {
  const [, readerId = "", does = "", signature = ""] = SHAPE.exec(token) ?? [];
  if (does !== "confirm" && does !== "stop") return null;
  const expected = await signatureOf(deps, { readerId, does });
  // Signed once more, so that the time a comparison takes says nothing about the signature.
  const same = (await deps.signLink(`compare:${signature}`)) === (await deps.signLink(`compare:${expected}`));
  return same ? { readerId, does } : null;
}
