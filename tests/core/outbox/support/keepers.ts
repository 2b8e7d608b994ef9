import { expect } from "vitest";
import { dateOf } from "~/domain/calendar-date";
import { askKeepers } from "~/areas/casks/keepers/ask-keepers";
import type { TestContext } from "../../../support/context";
import type { outboxOf } from "./caused-rows";

/** A keeper with a mailbox is asked for the statement once a month. */
export async function causeKeeperAsked(context: TestContext, { causedBy, noticeRow }: ReturnType<typeof outboxOf>) {
  const month = dateOf(context.nowMs()).slice(0, 7);
  expect(await causedBy(() => askKeepers(context))).toEqual([noticeRow("keeper-asked", "a-keeper", month)]);
  expect(await causedBy(() => askKeepers(context))).toEqual([]);
}
