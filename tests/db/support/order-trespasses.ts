import type { TestContext } from "../../support/context";
import { signIn } from "../../support/people";
import type { Filled } from "./every-table";
import { CLOSES, market, offer, order, type Put, root, round, suspend, trespassesOfResale } from "./resale-trespasses";
import { run } from "./rows-in-states";

const DAY_MS = 86_400_000;

const end = (number: number) => `UPDATE resale_orders SET state = 'ended', ended_at_ms = 6 WHERE number = ${number}`;
const leaveOut = (number: number, atMs: number) =>
  `UPDATE resale_orders SET state = 'left-out', ended_at_ms = ${atMs} WHERE number = ${number}`;
const decide = (number: number, carryEnd: string, atMs = "8") =>
  `UPDATE resale_orders SET carry_end = ${carryEnd}, carry_ended_at_ms = ${atMs} WHERE number = ${number}`;
const closing = (id: string, userId: string, askedMs = 1) =>
  `INSERT INTO account_closings (id, user_id, give_up_stakes, give_up_balance, asked_at_ms, closes_from_ms, stop_token)
    VALUES ('${id}', '${userId}', 1, 1, ${askedMs}, ${askedMs + 14 * DAY_MS}, '${id}')`;
const close = (userId: string) =>
  `UPDATE users SET email = id || '@closed.invalid', phone = NULL, full_name = NULL, name_on_certificate = NULL, address = NULL,
    referral_code = 'closed:' || id, suspended_at_ms = 1, closed_at_ms = ${30 * DAY_MS} WHERE id = '${userId}'`;

/** What must not happen to orders that carry over, and to those of accounts that are closed or suspended; by the rule that refuses it. */
async function trespassesOfOrders(context: TestContext): Promise<Record<string, string[]>> {
  const { roundId, caskId, buyer, seller, stakeIds } = await market(context, "rnd_over", 960);
  const [asked, plain, third] = [await signIn(context), await signIn(context), await signIn(context)];
  const buying = (put: Put, userId: string, into = roundId) => order(into, caskId, userId, { side: "buy", ...put });
  // 960 waits to be placed again; 961 stands and carries over; 962 stands, of a suspended account; 963 is over.
  await run(buying({ id: 960, carries: 1 }, buyer.userId));
  await run(order(roundId, caskId, seller.userId, { id: 961, carries: 1 }));
  await run(offer(961, stakeIds[0]));
  await run(buying({ id: 962 }, plain.userId));
  await run(buying({ id: 963 }, third.userId));
  await run(closing("cls_market", asked.userId));
  await run(suspend(plain.userId));
  for (const number of [960, 963]) await run(end(number));
  await run(round("rnd_next", caskId).replace(`'1970-01', 1, ${CLOSES}`, `'1970-02', ${CLOSES}, ${2 * CLOSES}`));
  const next = (put: Put, userId = buyer.userId) =>
    buying({ carries: 1, follows: 960, atMs: CLOSES, ...put }, userId, "rnd_next");
  const [{ userId: sellerOfSettled } = { userId: "" }] = await context.db.all<{ userId: string }>(
    "SELECT user_id AS userId FROM resale_orders WHERE number = 900",
  );
  return {
    resale_orders_only_carried: [next({ carries: 0 })],
    resale_orders_follow: [
      next({ limit: 49_999 }),
      next({ quantity: 2 }),
      next({ side: "sell" }),
      next({}, third.userId),
      next({ follows: 963 }, third.userId),
      next({ follows: 961 }, seller.userId),
      buying({ carries: 1, follows: 960, atMs: 7 }, buyer.userId),
    ],
    resale_orders_carried_once: [
      decide(960, "'placed'"),
      decide(960, "NULL"),
      decide(960, "'account'", "NULL"),
      decide(961, "'account'"),
      decide(963, "'given-up'"),
    ],
    resale_orders_country_goes: ["UPDATE resale_orders SET country = 'IN' WHERE number = 960"],
    resale_orders_left_out: [leaveOut(961, CLOSES), leaveOut(962, CLOSES - 1)],
    resale_rounds_rooted_without_suspended: [root(roundId)],
    resale_orders_not_closing: [buying({}, asked.userId)],
    account_closings_without_orders: [
      closing("x", seller.userId, CLOSES),
      closing("x", buyer.userId, CLOSES),
      closing("x", plain.userId, CLOSES - DAY_MS),
    ],
    users_closed_without_orders: [buyer, seller, plain, { userId: sellerOfSettled }].map(({ userId }) => close(userId)),
  };
}

export const trespassesOfMarket = async (context: TestContext, filled: Filled): Promise<Record<string, string[]>> => ({
  ...(await trespassesOfResale(context, filled)),
  ...(await trespassesOfOrders(context)),
});
