import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { issueToken, TOKEN_LIFE_S } from "~/api/bearer";
import { closeOf } from "~/domain/bids";
import { addDays, dateOf } from "~/domain/calendar-date";
import { bidUrl } from "~/areas/market/read-bid";
import { requestBalance } from "../../support/withdrawals";
import { creditWallet, giveRipeStake } from "../../support/holdings";
import { tokenOf } from "../../routes/api/support/client";
import type { TestContext } from "../../support/context";
import { claimOf, type Person, putCask, signIn } from "../../support/people";
import { addPaper } from "../../support/proved";
import { type App } from "../../support/serve-app";

/** Every role that may send a request. The ones before 'newcomer' have no valid session. */
export const ROLES = [
  "nobody",
  "suspended",
  "signed out",
  "expired",
  "newcomer",
  "stranger",
  "operator",
  "reader",
  "owner",
] as const;
export type Role = (typeof ROLES)[number];

export type Asker = Person & { token: string };
/** The things requested: all are the owner's, except the cask that any activated viewer may buy. */
export type Things = {
  ownerId: string;
  paymentId: string;
  stakeId: string;
  certificateId: string;
  /** A withdrawal of the balance that is not decided, and what its emails name. */
  withdrawalId: string;
  stopToken: string;
  /** Open, for the cask of the owner's stake; and the token of the link in the owner's mail. */
  bidId: string;
  bidToken: string;
  /** In the link of the owner's emails that switches them off. */
  openCaskId: string;
  /** What the owner wrote to support. */
  requestId: string;
  /** About the owner's cask, for its holders. */
  documentId: string;
};
export type Cast = { people: Record<Role, Asker | null>; things: Things };

export async function makeCast(app: App, context: TestContext): Promise<Cast> {
  const enter = async (options?: Parameters<typeof signIn>[1]): Promise<Asker> => {
    const person = await signIn(context, options);
    return { ...person, token: await tokenOf(context, person) };
  };
  const [owner, suspended, left, expired, newcomer, stranger, operator, reader] = await Promise.all([
    enter(),
    enter(),
    enter(),
    enter(),
    enter({ activated: false }),
    enter(),
    enter({ operator: true }),
    enter({ reader: true }),
  ] as const);
  const caskId = await putCask(context, { name: "Ripe Cask" });
  const stake = await giveRipeStake(context, owner, caskId);
  await env.CERTIFICATES.put(stake.certificateId, "%PDF-of-the-owner");
  await app.ask("/logout", { method: "POST", headers: { Cookie: left.cookie } });
  await context.db.batch([
    context.db.run(sql`UPDATE users SET suspended_at_ms = 1 WHERE id = ${suspended.userId}`),
    context.db.run(sql`UPDATE sessions SET expires_at_ms = created_at_ms + 1 WHERE user_id = ${expired.userId}`),
  ]);
  const ended = context.nowMs() - TOKEN_LIFE_S * 1000 - 1000;
  expired.token = await issueToken(context.config, await claimOf(context, expired), ended);
  await creditWallet(context, owner, 500);
  const { withdrawalId } = await requestBalance(context, { userId: owner.userId, amountCents: 500 });
  const requestId = context.newId("sup");
  await context.db
    .run(sql`INSERT INTO support_requests (id, number, user_id, name, email, kind, message, content_mark, created_at_ms)
    VALUES (${requestId}, ${requestId}, ${owner.userId}, 'Owner', ${owner.email}, 'other', 'Help.', 'mark', ${context.nowMs()})`);
  const { id: documentId } = await addPaper(context, caskId, { kind: "insurance", visibility: "holders" });
  const bidId = context.newId("bid");
  const [drafter, publisher] = [await signIn(context), await signIn(context)];
  const closesOn = addDays(dateOf(context.nowMs()), 10);
  await env.PROOF.put(bidId, "%PDF-a-letter");
  await context.db.batch([
    context.db
      .run(sql`INSERT INTO bids (id, cask_id, bidder_kind, gross_cents, fees_cents, stakes, net_per_stake_cents, remainder_cents, closes_on, closes_at_ms,
        note, letter_key, letter_media_type, letter_sha256, voted_parts, voted_whole, accepted_parts, accepted_whole, drafted_by, drafted_at_ms)
      SELECT ${bidId}, casks.id, 'trade', 5, 5, total_stakes, 0, 0, ${closesOn}, ${closeOf(closesOn)}, 'A note.', ${bidId}, 'application/pdf',
        ${"0".repeat(64)}, 1, 2, 2, 3, ${drafter.userId}, ${context.nowMs()}
      FROM stakes JOIN casks ON casks.id = stakes.cask_id WHERE stakes.id = ${stake.stakeId}`),
    context.db.run(
      sql`UPDATE bids SET state = 'open', published_by = ${publisher.userId}, published_at_ms = ${context.nowMs()} WHERE id = ${bidId}`,
    ),
  ]);
  const things = {
    bidId,
    bidToken: (await bidUrl(context, { bidId, ...owner })).split("/").at(-1) ?? "",
    requestId,
    documentId,
    ownerId: owner.userId,
    paymentId: stake.paymentId,
    stakeId: stake.stakeId,
    certificateId: stake.certificateId,
    withdrawalId,
    stopToken: `stop-${withdrawalId}`,
    openCaskId: await putCask(context, { name: "Open Cask", totalStakes: 50 }),
  };
  return {
    people: { nobody: null, suspended, "signed out": left, expired, newcomer, stranger, operator, reader, owner },
    things,
  };
}
