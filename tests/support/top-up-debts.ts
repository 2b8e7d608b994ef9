import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { runRounds } from "~/areas/market/resale/run-rounds";
import { sha256 } from "~/server/sha256";
import { giveStake, value } from "./holdings";
import { type Person, putCask, signIn } from "./people";
import { putOrder, putRound } from "./resale";
import { setMarket } from "./settings";
import { openShop, type Shop } from "./shop";
import { disputeTopUp, paidIn } from "./top-ups";

// A buyer whose top-up goes back after it was spent in the market, and what becomes of the stakes.

export const DAY_MS = 86_400_000;
export const PRICE = 50_000;
/** Of one stake at that price, with the buyer's fee of 1.5 %. */
export const COST = 50_750;

/** A buyer, and a seller with that many stakes of a cask. */
export async function opened(stakes = 3) {
  const shop = openShop();
  const { context } = shop;
  await setMarket(context.db, "*");
  const [buyer, seller] = [await signIn(context), await signIn(context)];
  const caskId = await putCask(context);
  await value(context, caskId, "2026-01-01", PRICE);
  const offered: string[] = [];
  for (let n = 0; n < stakes; n++) offered.push((await giveStake(context, seller, caskId)).stakeId);
  return { shop, buyer, seller, caskId, offered };
}

export type Market = Awaited<ReturnType<typeof opened>>;

export const rounds = ({ context }: Shop) => runRounds({ ...context, proof: env.PROOF, sha256 });

/** The buyer buys that many of the stakes in a round of their own, with the money in the wallet. */
export async function trade({ shop, buyer, seller, caskId, offered }: Market, quantity: number, month = "2026-12") {
  const { context } = shop;
  const roundId = await putRound(context, caskId, { month });
  await putOrder(context, roundId, seller, { side: "sell", limit: PRICE, stakeIds: offered.splice(0, quantity) });
  await putOrder(context, roundId, buyer, { side: "buy", limit: PRICE, quantity, funded: true });
  context.clock.advance(5 * DAY_MS);
  await rounds(shop);
  await shop.drain();
}

export const stakesOf = ({ context: { db } }: Shop, { userId }: Person) =>
  db.all<{ number: number; state: string; certificate: string }>(sql`SELECT number, state,
      (SELECT group_concat(state) FROM (SELECT state FROM certificates WHERE stake_id = stakes.id ORDER BY state)) AS certificate
    FROM stakes WHERE user_id = ${userId} ORDER BY purchased_at_ms, number`);

export const standing = async (shop: Shop, person: Person) =>
  (await stakesOf(shop, person)).map(({ number, state, certificate }) => `${number} ${state} ${certificate}`);

export const changesOf = ({ context: { db } }: Shop, { userId }: Person) =>
  db.all(sql`SELECT was, becomes FROM stake_changes JOIN stakes ON stakes.id = stake_id WHERE user_id = ${userId}
    ORDER BY stake_changes.id`);

export const owed = (shop: Shop) => shop.balance("house:owed-by-investors");

export const lettersOf = ({ context: { db } }: Shop, paymentId: string) =>
  db.all(sql`SELECT resolved_at_ms IS NULL AS isOpen FROM dead_letters WHERE id GLOB ${`top-up:${paymentId}:owed*`}`);

export const namedIn = async ({ context: { db } }: Shop, paymentId: string) =>
  (
    await db.all<{ number: number }>(sql`SELECT number FROM dead_letters, json_each(body, '$.stakes') AS named
      JOIN stakes ON stakes.id = named.value WHERE dead_letters.id = ${`top-up:${paymentId}:owed`} ORDER BY number`)
  ).map(({ number }) => number);

/** Two stakes that were bought with a top-up which is in dispute. */
export async function frozen() {
  const market = await opened();
  const { shop, buyer } = market;
  const paymentId = await paidIn(shop, buyer, "1,015");
  await trade(market, 2);
  await disputeTopUp(shop, paymentId, "open");
  return { ...market, paymentId };
}
