import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { bids } from "~/db/schema/bids";
import { casks } from "~/db/schema/casks";
import { row, together, writeThenRead } from "~/db/work";
import { closeOf } from "~/domain/bids/bid-times";
import { BID_RULE } from "~/domain/bids/count-votes";
import { divideSale, type SaleDivision } from "~/domain/divide-sale";
import { sha256Of } from "~/areas/casks/evidence/sent-file";
import { ownsNothingOf } from "~/areas/casks/cask-conditions";
import type { Deps } from "~/core/deps";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess, OperatorSession } from "~/core/session/guarded";
import { type BidErrors, type BidTerms, readBidForm } from "./inside/bid-form";

type DraftBid = {
  /** Chosen when the form was made: sent twice it is one bid. */
  bidId: string;
  caskId: string;
  fields: Record<string, unknown>;
  /** The bidder's letter; null: none was chosen. */
  bytes: Uint8Array<ArrayBuffer> | null;
};

export type DraftBidOutcome =
  | { ok: true }
  | { ok: false; code: "invalid"; typed: Record<string, string>; errors: BidErrors }
  | { ok: false; code: "not-allowed" | "no-such-cask" | "has-ended" | "own-stake" | "id-taken" };

/**
 * Keeps a buyer's bid with its letter until another operator publishes it; no holder sees it before that. The letter is written before
 * the row, under a key that nobody can guess. Two round trips.
 */
export async function draftBid(
  deps: Pick<Deps, "db" | "newId"> & { proof: R2Bucket },
  session: OperatorSession,
  { bidId, caskId, fields, bytes }: DraftBid,
): Promise<DraftBidOutcome> {
  const { db } = deps;
  const { nowMs, result: known } = await session.read(({ userId }) =>
    together({ cask: row(caskQuery(db, caskId, userId)), saved: row(savedQuery(db, bidId)) }),
  );
  const { cask, saved } = known;
  if (!cask) return { ok: false, code: "no-such-cask" };
  const sha256 = await sha256Of(bytes ?? new Uint8Array());
  const read = readBidForm(fields, bytes, saved?.draftedAtMs ?? nowMs);
  if (!read.ok) return { ...read, code: "invalid" };
  const entry = { bidId, caskId, terms: read.terms, sha256 };
  if (saved) return isSame(saved, entry) ? { ok: true } : { ok: false, code: "id-taken" };
  if (cask.endedOn !== null) return { ok: false, code: "has-ended" };
  if (cask.owns === 1) return { ok: false, code: "own-stake" };
  const division = divideSale({ ...read.terms, stakes: cask.stakes });
  if (!division) return { ok: false, code: "not-allowed" };
  const letter = { key: `bids/${deps.newId("fil")}`, mediaType: read.mediaType };
  await deps.proof.put(letter.key, bytes, { sha256, httpMetadata: { contentType: letter.mediaType } });
  const { result: found } = await session.write((operator) =>
    writeThenRead(
      insert(db, operator, { ...entry, letter, stakes: cask.stakes, division }),
      row(savedQuery(db, bidId)),
    ),
  );
  if (!found) return { ok: false, code: "not-allowed" };
  return isSame(found, entry) ? { ok: true } : { ok: false, code: "id-taken" };
}

type Entry = { bidId: string; caskId: string; terms: BidTerms; sha256: string };
type NewBid = Entry & { letter: { key: string; mediaType: string }; stakes: number; division: SaleDivision };

const caskQuery = (db: Database, caskId: string, userId: string) =>
  db
    .select({
      stakes: casks.totalStakes,
      endedOn: casks.endedOn,
      owns: sql<number>`NOT ${ownsNothingOf(sql`${caskId}`, userId)}`.as("owns"),
    })
    .from(casks)
    .where(eq(casks.id, caskId));

const savedQuery = (db: Database, bidId: string) => db.select().from(bids).where(eq(bids.id, bidId));

function insert(db: Database, { userId, nowMs }: OperatorAccess, bid: NewBid) {
  const { bidId, caskId, terms, sha256, letter, stakes, division } = bid;
  const rule = BID_RULE;
  return [
    db.run(sql`INSERT INTO bids (id, cask_id, bidder_kind, gross_cents, fees_cents, stakes, net_per_stake_cents, remainder_cents, closes_on, closes_at_ms,
        note, letter_key, letter_media_type, letter_sha256, voted_parts, voted_whole, accepted_parts, accepted_whole, drafted_by, drafted_at_ms)
      SELECT ${bidId}, casks.id, ${terms.bidderKind}, ${terms.grossCents}, ${terms.feesCents}, ${stakes}, ${division.netPerStakeCents},
        ${division.remainderCents}, ${terms.closesOn}, ${closeOf(terms.closesOn)}, ${terms.note}, ${letter.key}, ${letter.mediaType}, ${sha256},
        ${rule.votedParts}, ${rule.votedWhole}, ${rule.acceptedParts}, ${rule.acceptedWhole}, ${userId}, ${nowMs}
      FROM casks WHERE casks.id = ${caskId} AND casks.total_stakes = ${stakes} AND casks.state = 'published' AND casks.ended_on IS NULL
        AND ${ownsNothingOf(sql`casks.id`, userId)}
      ON CONFLICT DO NOTHING`),
    recordAudit(
      db,
      {
        id: `bid:${bidId}:drafted`,
        actor: byOperator(userId),
        action: "bid-drafted",
        subject: `cask:${caskId}`,
        detail: `bid:${bidId} bidder_kind,gross,fees,closes_on,note,file`,
        nowMs,
      },
      { from: bids, where: sql`bids.id = ${bidId} AND bids.drafted_by = ${userId}` },
    ),
  ];
}

function isSame(found: typeof bids.$inferSelect, { caskId, terms, sha256 }: Entry): boolean {
  return (
    found.caskId === caskId &&
    found.letterSha256 === sha256 &&
    found.bidderKind === terms.bidderKind &&
    found.grossCents === terms.grossCents &&
    found.feesCents === terms.feesCents &&
    found.closesOn === terms.closesOn &&
    found.note === terms.note
  );
}
