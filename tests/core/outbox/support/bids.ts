import { expect } from "vitest";
import { tellBid } from "~/areas/market/bids/tell-bid";
import type { Filled } from "../../../db/support/every-table";
import { run } from "../../../db/support/rows-in-states";
import type { TestContext } from "../../../support/context";
import { giveStake } from "../../../support/holdings";
import { putCask, signIn } from "../../../support/people";
import type { outboxOf } from "./caused-rows";

type Caused = Pick<ReturnType<typeof outboxOf>, "causedBy" | "workRow" | "noticeRow">;

/** A bid on its whole way: each step is told to the holder, once however often it is done. */
export async function causeBid(
  context: TestContext,
  { rows }: Filled,
  { causedBy, workRow, noticeRow }: Caused,
): Promise<void> {
  const [holder, first, second] = [await signIn(context), await signIn(context), await signIn(context)];
  const caskId = await putCask(context);
  const { stakeId } = await giveStake(context, holder, caskId);
  await run(rows.bid("bid_told", caskId, { by: first.userId }));
  const steps: [step: "opened" | "ending" | "counted" | "withdrawn", statement: string][] = [
    ["opened", rows.publishBid("bid_told", second.userId)],
    ["ending", "UPDATE bids SET reminded_at_ms = 1 WHERE id = 'bid_told'"],
    ["counted", rows.countBid("bid_told", "accepted")],
    ["withdrawn", rows.withdrawBid("bid_told", first.userId)],
  ];
  for (const [step, statement] of steps) {
    if (step === "counted") await run(rows.ballot("bid_told", stakeId, "'accept'"));
    expect(await causedBy(() => run(statement))).toEqual([workRow("tell-bid", `bid_told:${step}`)]);
    const tell = () => tellBid(context, `bid_told:${step}`);
    expect(await causedBy(tell)).toEqual([noticeRow(`bid-${step}`, "bid_told", holder.userId)]);
    expect(await causedBy(tell)).toEqual([]);
  }
}
