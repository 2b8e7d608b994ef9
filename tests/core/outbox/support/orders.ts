import { expect } from "vitest";
import type { TestContext } from "../../../support/context";
import { creditWallet, giveStake } from "../../../support/holdings";
import { putCask, signIn } from "../../../support/people";
import { putOrder, putRound } from "../../../support/resale";
import { run } from "../../../db/support/rows-in-states";
import type { outboxOf } from "./caused-rows";

/** An order of the market that ends and is placed again, one that is not, and a sale that is paid for: each is told once. */
export async function causeOrders(
  context: TestContext,
  { causedBy, noticeRow }: Pick<ReturnType<typeof outboxOf>, "causedBy" | "noticeRow">,
): Promise<void> {
  const [holder, other] = [await signIn(context), await signIn(context)];
  const caskId = await putCask(context);
  await giveStake(context, other, caskId);
  const roundId = await putRound(context, caskId, { month: "2026-11", closesInDays: 1 });
  const terms = { side: "buy", limit: 50_000, quantity: 1, carriesOver: true } as const;
  const numbers = [await putOrder(context, roundId, holder, terms), await putOrder(context, roundId, other, terms)];
  const end = (number: number | undefined, state = "ended") =>
    run(`UPDATE resale_orders SET state = '${state}', ended_at_ms = 7 WHERE number = ${number}`);
  for (const number of numbers)
    expect(await causedBy(() => end(number))).toEqual([noticeRow("order-ended", String(number))]);
  context.clock.advance(2 * 86_400_000);
  const next = await putRound(context, caskId, { month: "2026-12" });
  await creditWallet(context, holder, 50_750);
  let placed = 0;
  const again = async () => {
    placed = await putOrder(context, next, holder, { ...terms, follows: numbers[0] ?? 0 });
  };
  // A purchase is credited to the wallet first, which tells nobody.
  const carried = await causedBy(again);
  expect(carried).toEqual([noticeRow("order-carried", String(placed))]);
  const decide = (number: number | undefined, carryEnd: string) => () =>
    run(`UPDATE resale_orders SET carry_end = '${carryEnd}', carry_ended_at_ms = 9 WHERE number = ${number}`);
  expect(await causedBy(decide(numbers[0], "placed"))).toEqual([]);
  expect(await causedBy(decide(numbers[1], "market-off"))).toEqual([
    noticeRow("order-not-carried", String(numbers[1])),
  ]);
  // Sold in `fillEveryTable`.
  const pay = () => run(`UPDATE resale_fills SET paid_at_ms = payable_from_ms WHERE sell_number = 900`);
  expect(await causedBy(pay)).toEqual([noticeRow("proceeds-credited", "900")]);
}
