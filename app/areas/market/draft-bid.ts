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
import { asTyped, says, typedCents, typedChoice, typedDay, typedLines } from "~/areas/casks/typed-values";
import { firstErrors } from "~/core/first-errors";
import type { BidOutcome } from "./publish-bid";

const MOST_CENTS = 10_000_000_000;
const NOTE_LENGTH = 1000;

const fields = z.object({
  bidder_kind: typedChoice(names.bidder_kind, BUYER_KINDS),
  gross: typedCents(names.gross, { from: 0, to: MOST_CENTS }),
  fees: typedCents(names.fees, { from: 0, to: MOST_CENTS }),
  closes_on: typedDay(names.closes_on),
  note: typedLines(names.note, NOTE_LENGTH),
});

const schema = (nowMs: number) =>
  fields
    .refine(({ gross, fees }) => fees <= gross, { path: ["fees"], error: bidErrors.feesAboveGross })
    .superRefine(({ closes_on }, issues) => {
      const refused = refuseClose(closes_on, nowMs);
      if (refused) issues.addIssue({ code: "custom", path: ["closes_on"], message: bidErrors[refused] });
    });

/** By the names of their columns. */
const termsOf = (typed: Fields) => ({
  bidderKind: typed.bidder_kind,
  grossCents: typed.gross,
  feesCents: typed.fees,
  closesOn: typed.closes_on,
  note: typed.note,
});

type Fields = z.infer<typeof fields>;
type BidTerms = ReturnType<typeof termsOf>;
type Wrong = { typed: Record<string, string>; errors: Partial<Record<keyof Fields | "file", string>> };
type ReadBid = { ok: true; terms: BidTerms; mediaType: string } | ({ ok: false } & Wrong);

function readBidForm(sent: Record<string, unknown>, bytes: Uint8Array | null, nowMs: number): ReadBid {
  const parsed = schema(nowMs).safeParse(sent);
  const file = readSentFile(bytes);
  if (parsed.success && file.ok) return { ok: true, terms: termsOf(parsed.data), mediaType: file.mediaType };
  const errors = parsed.success ? {} : firstErrors<Fields>(parsed.error);
  return {
    ok: false,
    typed: asTyped(sent, fields.keyof().options),
    errors: file.ok ? errors : { ...errors, file: file.error },
  };
}

type DraftBid = {
  bidId: string;
  caskId: string;
  fields: Record<string, unknown>;
  bytes: Uint8Array<ArrayBuffer> | null;
};

export type DraftBidOutcome = BidOutcome | ({ ok: false; code: "invalid" } & Wrong);

/** The letter is written before the row, under a key that no one can guess. */
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

const isSame = (found: typeof bids.$inferSelect, { caskId, terms, sha256 }: Entry): boolean =>
  says(found, { caskId, letterSha256: sha256, ...terms });
