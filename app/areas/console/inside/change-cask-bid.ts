import { bidRefusals } from "~/content/console-bid-texts";
import type { Deps } from "~/core/deps";
import type { OperatorSession } from "~/core/session/guarded";
import { draftBid } from "~/areas/market/bids/draft-bid";
import { publishBid } from "~/areas/market/bids/publish-bid";
import { latestBidId } from "~/areas/market/bids/read-cask-bids";
import { withdrawBid } from "~/areas/market/bids/withdraw-bid";
import { type CaskChange, type CaskForm, mistyped, refused } from "../cask-change";

type BidDeps = Pick<Deps, "db" | "newId" | "nudge" | "log"> & { proof: R2Bucket };
type AskedBid = CaskForm & { bytes: Uint8Array<ArrayBuffer> | null };
type Decided = { ok: true } | { ok: false; code: keyof typeof bidRefusals };

const answerOf = (outcome: Decided): CaskChange =>
  outcome.ok ? { ok: true, view: "bid" } : refused({ view: "bid", message: bidRefusals[outcome.code] });

/** Two round trips. */
export async function saveBid(
  deps: BidDeps,
  session: OperatorSession,
  { caskId, fields, bytes }: AskedBid,
): Promise<CaskChange> {
  const bidId = named(fields) ?? deps.newId("bid");
  const outcome = await draftBid(deps, session, { bidId, caskId, fields, bytes });
  if (outcome.ok) return { ok: true, view: "bid", waits: true };
  if (outcome.code !== "invalid") return answerOf(outcome);
  return mistyped({ view: "bid", ...outcome });
}

/** One round trip; a second where the form does not name the bid. */
export const confirmBid = (deps: BidDeps, session: OperatorSession, asked: CaskForm): Promise<CaskChange> =>
  decide(deps, session, asked, publishBid);

/** One round trip; a second where the form does not name the bid. */
export const cancelBid = (deps: BidDeps, session: OperatorSession, asked: CaskForm): Promise<CaskChange> =>
  decide(deps, session, asked, withdrawBid);

type Decide = (deps: BidDeps, session: OperatorSession, bid: { caskId: string; bidId: string }) => Promise<Decided>;

async function decide(
  deps: BidDeps,
  session: OperatorSession,
  { caskId, fields }: CaskForm,
  change: Decide,
): Promise<CaskChange> {
  const bidId = named(fields) ?? (await session.read(() => latestBidId(deps.db, caskId))).result;
  if (bidId === null) return answerOf({ ok: false, code: "no-such-bid" });
  return answerOf(await change(deps, session, { caskId, bidId }));
}

const named = ({ bid }: Record<string, unknown>): string | null =>
  typeof bid === "string" && /^[a-z0-9_-]{1,60}$/i.test(bid) ? bid : null;
