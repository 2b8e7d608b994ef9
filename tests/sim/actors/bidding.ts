import { vote, voteByLink } from "~/areas/market/vote";
import { bidUrl } from "~/areas/market/read-bid";
import { draftBid } from "~/areas/market/draft-bid";
import { publishBid, withdrawBid } from "~/areas/market/publish-bid";

import { addDays, dateOf } from "~/domain/calendar-date";
import type { Choice } from "~/domain/bids";
import type { Shop } from "../shop";
import { CASKS, OPERATOR, SECOND_OPERATOR } from "../template-plan";
import { confirm, propose } from "./exits";
import { pressAs, pressIn, signIn } from "./sign-in";

// A buyer's bid for a whole cask: two operators put it to the holders, who vote by page and by link, change their minds, and come too late.

const LETTER = new TextEncoder().encode("%PDF-1.7 we offer");

type Cask = (typeof CASKS)[keyof typeof CASKS];
type Bid = { id: string; caskId: string };

/** Drafted, published, and perhaps withdrawn by its bidder. @returns null: it was refused */
export async function putBid(shop: Shop, { id: caskId, priceCents, stakes }: Cask, days: number): Promise<Bid | null> {
  const { world, store } = shop;
  const { random } = world;
  const bidId = world.newId("bid");
  const gross = Math.round((priceCents * stakes * random.between(60, 180)) / 100);
  const fields = {
    bidder_kind: "bottler",
    gross: (gross / 100).toFixed(2),
    fees: (random.between(0, 9_000) / 100).toFixed(2),
    closes_on: addDays(dateOf(world.nowMs), days),
    note: "For the whole cask.",
  };
  await pressed(shop, "draft a bid", OPERATOR, (deps, session) =>
    draftBid({ ...deps, proof: deps.proof as R2Bucket }, session, { bidId, caskId, fields, bytes: LETTER }),
  );
  await pressed(shop, "publish a bid", SECOND_OPERATOR, (deps, session) =>
    publishBid(deps, session, { caskId, bidId }),
  );
  const open = "SELECT id FROM bids WHERE id = ? AND state = 'open'";
  return store.rows(open, [bidId]).length === 1 ? { id: bidId, caskId } : null;
}

/** Until there is an answer. */
async function pressed(
  shop: Shop,
  what: string,
  operatorId: string,
  act: Parameters<typeof pressAs<{ ok: boolean; code?: string }>>[3],
): Promise<void> {
  for (let presses = 0; presses < 20; presses++) {
    const answer = await pressAs(shop, what, operatorId, act);
    if (answer.ok) return shop.world.count(`${what}: ${answer.value.ok ? "done" : answer.value.code}`);
    await shop.world.sleep(5_000);
  }
}

/** Everyone who may have a say, several times each, until a little after the close. */
export function voteOn(shop: Shop, { id, caskId }: Bid, userIds: readonly string[]): void {
  const { world, store } = shop;
  const { random } = world;
  const [bid] = store.rows<{ closesAtMs: number }>("SELECT closes_at_ms AS closesAtMs FROM bids WHERE id = ?", [id]);
  if (!bid) return;
  const favour = random.pick([0.2, 0.6, 0.95]);
  for (const userId of userIds)
    if (random.chance(0.8)) void voteSometimes(shop, { id, userId, favour, closesAtMs: bid.closesAtMs });
  if (random.chance(0.15)) void stepBack(shop, { id, caskId }, bid.closesAtMs);
}

type Voter = { id: string; userId: string; favour: number; closesAtMs: number };

async function voteSometimes(shop: Shop, { id, userId, favour, closesAtMs }: Voter): Promise<void> {
  const { world } = shop;
  const { random } = world;
  for (let times = random.between(1, 3); times > 0; times--) {
    const leftMs = Math.max(0, closesAtMs - world.nowMs);
    // Some at the last moment, and a little after it.
    const isLast = random.chance(0.25);
    await world.sleep(isLast ? Math.max(0, leftMs + random.between(-2_000, 2_000)) : random.between(0, leftMs));
    const choice = random.chance(favour) ? "accept" : "decline";
    if (random.chance(0.2)) void cast(shop, { id, userId, choice });
    for (let presses = 0; presses < 3 && !(await cast(shop, { id, userId, choice })); presses++)
      await world.sleep(5_000);
  }
}

/** By the page, or by the link in the email. */
export async function cast(
  shop: Shop,
  { id: bidId, userId, choice }: { id: string; userId: string; choice: Choice },
): Promise<boolean> {
  const { world, store } = shop;
  const [user] = store.rows<{ email: string | null }>("SELECT email FROM users WHERE id = ?", [userId]);
  const email = user?.email ?? null;
  const byLink = email !== null && world.random.chance(0.4);
  const fromMs = world.nowMs;
  const answer = await pressIn(shop, "vote", signIn(shop, userId), async (deps, session) => {
    if (!byLink) return vote(deps, session, { bidId, choice });
    const url = await bidUrl(deps, { bidId, userId, email });
    return voteByLink(deps, { bidId, token: url.split("/").at(-1) ?? "", choice });
  });
  if (!answer.ok) return false;
  const done = answer.value === "signed out" ? { ok: false as const, code: answer.value } : answer.value;
  world.count(`vote by ${byLink ? "link" : "page"}: ${done.ok ? choice : done.code}`);
  if (done.ok) shop.votes.push({ bidId, userId, choice, fromMs, untilMs: world.nowMs });
  return true;
}

async function stepBack(shop: Shop, { id: bidId, caskId }: Bid, closesAtMs: number): Promise<void> {
  await shop.world.sleep(Math.max(0, shop.world.random.between(0, closesAtMs - shop.world.nowMs + 600_000)));
  await pressed(shop, "withdraw a bid", OPERATOR, (deps, session) => withdrawBid(deps, session, { caskId, bidId }));
}

/** The sale that the holders accepted; any other one is refused. */
export async function sellAsAccepted(shop: Shop): Promise<void> {
  const { world, store } = shop;
  const accepted = store.rows<{ caskId: string; gross: number; fees: number }>(
    "SELECT cask_id AS caskId, gross_cents AS gross, fees_cents AS fees FROM bids WHERE state = 'accepted' ORDER BY id",
  );
  for (const { caskId, gross: grossCents, fees: feesCents } of accepted) {
    const cask = Object.values(CASKS).find(({ id }) => id === caskId);
    if (!cask) continue;
    const terms = { soldOn: dateOf(world.nowMs), buyerKind: "bottler", grossCents, feesCents } as const;
    if (await propose(shop, cask, { ...terms, grossCents: grossCents + 100 }))
      world.violate("the sale of an accepted bid must have its figures", caskId);
    const sale = await propose(shop, cask, terms);
    if (!sale) continue;
    world.count("sold as accepted");
    await confirm(shop, sale);
  }
}
