import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { addDays, dateOf } from "~/domain/calendar-date";
import type { Choice } from "~/domain/bids";
import { countBids } from "~/areas/market/count-bids";
import { draftBid } from "~/areas/market/draft-bid";
import { publishBid, withdrawBid } from "~/areas/market/publish-bid";
import { vote } from "~/areas/market/vote";
import { withinLimit } from "~/server/session/within-limit";
import { openOperatorSession, openSession } from "./open-session";
import type { TestContext } from "./context";
import { giveStake } from "./holdings";
import { type Person, signIn } from "./people";

export const LETTER = new TextEncoder().encode("%PDF-1.7 we offer");

/** As the operators' form sends it: 10,000.07 less 123.45, closing in ten days. */
export const bidFields = (context: TestContext, more: Record<string, string> = {}) => ({
  bidder_kind: "bottler",
  gross: "10,000.07",
  fees: "123.45",
  closes_on: addDays(dateOf(context.nowMs()), 10),
  note: "A bottler wants the whole cask.",
  ...more,
});

/** Two operators, and what they and the holders do about bids. */
export async function openBids(context: TestContext) {
  const [first, second] = [await signIn(context, { operator: true }), await signIn(context, { operator: true })];
  const deps = { ...context, proof: env.PROOF };
  const as = (userId: string) => openOperatorSession(context, userId);

  const draft = (caskId: string, more: Record<string, string> = {}, bidId = context.newId("bid"), by = first.userId) =>
    draftBid(deps, as(by), { bidId, caskId, fields: bidFields(context, more), bytes: LETTER });
  const drafted = async (caskId: string, more: Record<string, string> = {}): Promise<string> => {
    const bidId = context.newId("bid");
    const outcome = await draft(caskId, more, bidId);
    if (!outcome.ok) throw new Error(`not drafted: ${JSON.stringify(outcome)}`);
    return bidId;
  };
  const publish = (caskId: string, bidId: string, by = second.userId) => publishBid(context, as(by), { caskId, bidId });
  const withdraw = (caskId: string, bidId: string, by = first.userId) =>
    withdrawBid(context, as(by), { caskId, bidId });
  /** Drafted and published. */
  const opened = async (caskId: string, more: Record<string, string> = {}): Promise<string> => {
    const bidId = await drafted(caskId, more);
    const outcome = await publish(caskId, bidId);
    if (!outcome.ok) throw new Error(`not published: ${outcome.code}`);
    return bidId;
  };
  const choose = (userId: string, bidId: string, choice: Choice) =>
    vote(context, withinLimit(context, openSession(context, userId), "voting"), { bidId, choice });
  /** Moves the clock to the close of a bid that was opened with the usual fields. */
  const toClose = async (bidId: string) => {
    const [bid] = await context.db.all<{ at: number }>(sql`SELECT closes_at_ms AS at FROM bids WHERE id = ${bidId}`);
    context.clock.nowMs = bid?.at ?? 0;
  };
  const give = async (person: Person, caskId: string, count: number) => {
    const given = [];
    for (let n = 0; n < count; n++) given.push(await giveStake(context, person, caskId));
    return given;
  };
  type Counted = { state: string; issued: number | null; accepted: number | null; declined: number | null };
  const countedOf = async (bidId: string) =>
    (
      await context.db
        .all<Counted>(sql`SELECT state, issued_stakes AS issued, accepted_stakes AS accepted, declined_stakes AS declined
          FROM bids WHERE id = ${bidId}`)
    )[0];
  const close = async (bidId: string) => {
    await toClose(bidId);
    await countBids(context);
    return countedOf(bidId);
  };
  const votesOf = (bidId: string) =>
    context.db.all<{ userId: string; choice: string }>(sql`SELECT user_id AS userId, choice FROM bid_votes
      WHERE bid_id = ${bidId} ORDER BY id`);
  return { give, countedOf, close, votesOf, first, second, draft, drafted, publish, withdraw, opened, choose, toClose };
}
