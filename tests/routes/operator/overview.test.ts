import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { runWork } from "~/db/work";
import { waitingItems, waitingTotal } from "~/areas/notices/waiting/waiting-items";
import { readWaiting } from "~/areas/notices/waiting/what-waits";
import { proposePayout } from "~/areas/payouts/withdrawals/propose-payout";
import { asOperator } from "../../support/open-session";
import { createTestContext } from "../../support/context";
import { creditWallet, giveStake } from "../../support/holdings";
import { type Person, putCask, signIn, signInStaff } from "../../support/people";
import { openApp } from "../../support/serve-app";
import { setSetting } from "../../support/settings";
import { requestBalance } from "../../support/withdrawals";
import { caskPage } from "./support/typed-cask";
import { visitConsole } from "./support/visit-console";

// What waits for a second operator is found from the first page: who proposed it, and where it is decided.

const app = openApp();
const context = createTestContext();
const { db } = context;
const { get, trips } = visitConsole(app);
let people: { operator: Person; second: Person; reader: Person };
let withdrawalId: string;
let caskId: string;

beforeAll(async () => {
  people = await signInStaff(context);
  const { operator } = people;
  const investor = await signIn(context);
  caskId = await putCask(context, { name: "Glen Second 2012" });
  await giveStake(context, investor, caskId);
  const nowMs = context.nowMs();
  await db.run(sql`INSERT INTO cask_exits (id, cask_id, kind, buyer_kind, sold_on, gross_cents, fees_cents, stakes, net_per_stake_cents,
      remainder_cents, proposed_by, proposed_at_ms)
    VALUES ('exit_1', ${caskId}, 'sale', 'private', '2026-01-01', 700000, 0, 10, 70000, 0, ${operator.userId}, ${nowMs - 5})`);
  for (const key of [
    ...(["payout_cents_per_day", "payout_cents_per_month", "identity_check_above_cents"] as const),
    ...(["identity_first_payout_above_cents", "identity_total_above_cents"] as const),
  ])
    await setSetting(db, key, 9_000_000);
  await creditWallet(context, investor, 1_200_000);
  ({ withdrawalId } = await requestBalance(context, { userId: investor.userId, amountCents: 1_200_000 }));
  await db.run(sql`UPDATE withdrawals SET payable_from_ms = ${nowMs}  WHERE id = ${withdrawalId}`);
  const proposed = await asOperator(context, operator.userId, (by) =>
    proposePayout(db, { auditId: "aud_1", withdrawalId, bankReference: "UTR-SECOND", operator: by }),
  );
  expect(proposed).toBe(true);
});
beforeEach(() => void vi.spyOn(console, "log").mockReturnValue(undefined));
afterEach(() => vi.restoreAllMocks());

it("shows a sale and a payout that wait for a second operator, with who proposed them and links to where they are decided", async () => {
  const { text } = await get("/operator", people.second);
  expect(text).toContain("Sale of Glen Second 2012");
  expect(text).toContain("$700.00 net a stake");
  expect(text).toContain("under UTR-SECOND");
  expect(text).toContain("$12,000.00");
  expect(text).toContain(people.operator.email);
  for (const href of [`${caskPage(caskId)}?view=sell`, `/operator/withdrawals/${withdrawalId}`])
    expect(text).toContain(`href="${href}"`);
  expect(await trips(get("/operator", people.second))).toBe(1);
  const [page, asReader] = [
    await get(`/operator/withdrawals/${withdrawalId}`, people.second),
    await get("/operator", people.reader),
  ];
  expect(page.text).toContain(`${people.operator.email} proposed it under UTR-SECOND.`);
  expect(asReader.text).not.toContain(people.operator.email);
});

it("says as many altogether as the daily mail, and as the navigation of every page", async () => {
  const items = waitingItems(await runWork(db, readWaiting(db, context.nowMs())));
  // The payout with the bank, and two proposals.
  expect([items.map(({ counted }) => counted).sort(), waitingTotal(items)]).toEqual([["1", "2"], "3"]);
  const { text } = await get("/operator", people.second);
  expect(text).toContain("3 waiting for a person, oldest first.");
  expect((await get("/operator/casks", people.second)).text).toMatch(/Overview(<!-- -->)?<span[^>]*>2</);
});
