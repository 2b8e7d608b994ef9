import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { bids } from "~/db/schema/market";
import { casks } from "~/db/schema/casks";
import { row, together, writeThenRead } from "~/db/work";
import { BID_RULE, closeOf, refuseClose } from "~/domain/bids";
import { divideSale, type SaleDivision } from "~/domain/divide-sale";
import { readSentFile, sha256Of } from "~/areas/casks/evidence/document-file";
import { ownsNothingOf } from "~/areas/casks/cask-conditions";
import type { Deps } from "~/core/deps";
import { recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess, OperatorSession } from "~/core/session/guarded";
import * as z from "zod";
import { bidErrors, bidFieldNames as names } from "~/content/console-bid-texts";
import { BUYER_KINDS } from "~/db/schema/names";
import type { CalendarDate } from "~/domain/calendar-date";
import { asTyped, typedCents, typedChoice, typedDay, typedLines } from "~/areas/casks/typed-values";
import { firstErrors } from "~/core/first-errors";

const MOST_CENTS = 10_000_000_000;
const NOTE_LENGTH = 1000;

const schema = z.object({
  bidder_kind: typedChoice(names.bidder_kind, BUYER_KINDS),
  gross: typedCents(names.gross, { from: 0, to: MOST_CENTS }),
  fees: typedCents(names.fees, { from: 0, to: MOST_CENTS }),
  closes_on: typedDay(names.closes_on),
  note: typedLines(names.note, NOTE_LENGTH),
});

type BidErrors = Partial<Record<keyof z.infer<typeof schema> | "file", string>>;

type BidTerms = {
  bidderKind: (typeof BUYER_KINDS)[number];
  grossCents: number;
  feesCents: number;
  closesOn: CalendarDate;
  note: string;
};

type ReadBid =
  { ok: true; terms: BidTerms; mediaType: string } | { ok: false; typed: Record<string, string>; errors: BidErrors };

function readBidForm(fields: Record<string, unknown>, bytes: Uint8Array | null, nowMs: number): ReadBid {
  const parsed = schema
    .refine(({ gross, fees }) => fees <= gross, { path: ["fees"], error: bidErrors.feesAboveGross })
    .superRefine(({ closes_on }, issues) => {
      const refused = refuseClose(closes_on, nowMs);
      if (refused) issues.addIssue({ code: "custom", path: ["closes_on"], message: bidErrors[refused] });
    })
    .safeParse(fields);
  const file = readSentFile(bytes);
  if (parsed.success && file.ok) {
    const { bidder_kind: bidderKind, gross: grossCents, fees: feesCents, closes_on: closesOn, note } = parsed.data;
    return { ok: true, terms: { bidderKind, grossCents, feesCents, closesOn, note }, mediaType: file.mediaType };
  }
  const errors: BidErrors = parsed.success ? {} : firstErrors<z.infer<typeof schema>>(parsed.error);
  return {
    ok: false,
    typed: asTyped(fields, schema.keyof().options),
    errors: file.ok ? errors : { ...errors, file: file.error },
  };
}

type DraftBid = {
  bidId: string;
  caskId: string;
  fields: Record<string, unknown>;
  bytes: Uint8Array<ArrayBuffer> | null;
};

export type DraftBidOutcome =
  | { ok: true }
  | { ok: false; code: "invalid"; typed: Record<string, string>; errors: BidErrors }
  | { ok: false; code: "not-allowed" | "no-such-cask" | "has-ended" | "own-stake" | "id-taken" };

/** The letter is written before the row, under a key that nobody can guess. */
export async function draftBid(
  deps: Deps & { proof: R2Bucket },
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

function insert(db: Database, operator: OperatorAccess, bid: NewBid) {
  const { userId, nowMs } = operator;
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
        by: operator,
        action: "bid-drafted",
        subject: `cask:${caskId}`,
        detail: `bid:${bidId} bidder_kind,gross,fees,closes_on,note,file`,
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
