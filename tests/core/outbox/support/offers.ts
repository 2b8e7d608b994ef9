import { expect } from "vitest";
import type { TestContext } from "../../../support/context";
import { openOffer, sell } from "../../../db/support/offer-trespasses";
import { run } from "../../../db/support/rows-in-states";
import type { outboxOf } from "./caused-rows";

/** An offer that is ended, sold or undone: each is told once. */
export async function causeOffers(
  context: TestContext,
  { causedBy, noticeRow }: Pick<ReturnType<typeof outboxOf>, "causedBy" | "noticeRow">,
): Promise<void> {
  await openOffer(context, "off_told");
  const end = "UPDATE offers SET state = 'ended', end_reason = 'seller', ended_at_ms = 7 WHERE id = 'off_told'";
  expect(await causedBy(() => run(end))).toEqual([noticeRow("offer-ended", "off_told")]);
  const sold = await openOffer(context, "off_paid");
  const steps = await sell(sold);
  expect(await causedBy(() => run(steps.last))).toEqual([noticeRow("offer-sold", "off_paid")]);
  const other = await openOffer(context, "off_undone");
  await run((await sell(other)).last);
  await run(`UPDATE payments SET state = 'disputed', reason = 'disputed' WHERE offer_id = 'off_undone'`);
  const undo = "UPDATE offers SET state = 'undone', undone_at_ms = 9 WHERE id = 'off_undone'";
  expect(await causedBy(() => run(undo))).toEqual([noticeRow("offer-undone", "off_undone")]);
}
