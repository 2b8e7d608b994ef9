import { describe, expect, it } from "vitest";
import { dateOf } from "~/domain/calendar-date";
import { run } from "../../db/support/rows-in-states";
import { changedTables, databaseDump } from "../../security/support/digest";
import { creditWallet, giveRipeStake } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { putOffer } from "../../support/resale";
import { setSetting } from "../../support/settings";
import { requestBalance } from "../../support/withdrawals";
import { caskPage, openConsole } from "./support/console";

// No operator decides about what is their own: as buyer, holder, seller, payee, referrer, person referred, or author. Each form is
// refused to them and taken from another operator, so that nothing else about it is wrong.

const { context, people, post } = openConsole();
const { db, newId } = context;
const today = dateOf(context.nowMs());

/** What belongs to an operator of their own for each case. */
async function everything() {
  const own = await signIn(context, { operator: true });
  const caskId = await putCask(context);
  const stake = await giveRipeStake(context, own, caskId);
  await creditWallet(context, own, 700);
  const { withdrawalId } = await requestBalance(context, { userId: own.userId, amountCents: 700 });
  const requestId = newId("sup");
  await run(`UPDATE withdrawals SET payable_from_ms = 1 WHERE id = '${withdrawalId}'`);
  await run(`INSERT INTO support_requests (id, number, user_id, name, email, kind, message, content_mark, created_at_ms)
    VALUES ('${requestId}', '${requestId}', '${own.userId}', 'n', 'n@example.com', 'other', 'm', 'c', 1)`);
  return { own, caskId, requestId, withdrawalId, ...stake };
}
type Things = Awaited<ReturnType<typeof everything>>;
type Page = (things: Things) => string;
type Fields = Record<string, string> | ((things: Things) => Record<string, string>);

const payment: Page = ({ paymentId }) => `/operator/payments/${paymentId}`;
const certificate: Page = ({ certificateId }) => `/operator/certificates/${certificateId}`;
const withdrawal: Page = ({ withdrawalId }) => `/operator/withdrawals/${withdrawalId}`;
const user: Page = ({ own }) => `/operator/users/${own.userId}`;
const cask: Page = ({ caskId }) => caskPage(caskId);
const support: Page = ({ requestId }) => `/operator/support/${requestId}`;

const reference = { bank_reference: "UTR-1" };
const back = { return_reference: "UTR-BACK", return_reason: "Closed" };
const value = { valued_on: today, value_per_stake: "610", tier: "measured", method: "Regauge", source: "Bond 3" };
const raised = { ...value, value_per_stake: "900" };
const sale = { sold_on: today, buyer_kind: "trade", gross: "5000", fees: "0", net_per_stake: "500" };

const byOther = (page: Page, fields: Record<string, string>) => async (things: Things) => {
  expect((await post(page(things), people.operator, fields)).status).toBe(303);
};
const isProposed = byOther(withdrawal, { intent: "propose", ...reference });
const isPaid = byOther(withdrawal, { intent: "pay", ...reference });
/** One operator alone returns nothing. */
const isLarge = (things: Things) => isPaid(things).then(() => setSetting(db, "second_operator_above_cents", 699));
const isBackProposed = (things: Things) =>
  isLarge(things).then(() => byOther(withdrawal, { intent: "propose-return", ...back })(things));
const lostDispute = ({ paymentId }: Things) =>
  run(`UPDATE payments SET state = 'disputed', reason = 'dispute-lost' WHERE id = '${paymentId}'`);
const partReturned = ({ paymentId }: Things) =>
  run(`INSERT INTO dead_letters (id, origin, body, created_at_ms)
    VALUES ('partial:${paymentId}', 'refund', '{"paymentId":"${paymentId}","refundedCents":"100"}', 1)`);
const isOverLimit = async (things: Things) => {
  await byOther(withdrawal, { intent: "reject", reason: "Ask again." })(things);
  await setSetting(db, "payouts_per_day", 0);
  Object.assign(things, await requestBalance(context, { userId: things.own.userId, amountCents: 700 }));
  await setSetting(db, "payouts_per_day", 10);
};
const mark = ({ withdrawalId }: Things) => ({ intent: "mark", [`reference_${withdrawalId}`]: "UTR-1" });
const lastRun: Page = () => "/operator/payout-runs/run_own";

const rewards: Page = () => "/operator/rewards";
let referred = "";
/** A held reward for which the operator is one of the two; released by another operator it can be paid. */
const rewarded =
  (role: "referrer" | "referred", isReleased = false) =>
  async (things: Things) => {
    const other = (await signIn(context)).userId;
    referred = role === "referred" ? things.own.userId : other;
    const referrer = role === "referrer" ? things.own.userId : other;
    await run(`INSERT INTO referrals (referred_id, referrer_id, reward_cents, state, created_at_ms)
    VALUES ('${referred}', '${referrer}', 1500, 'inactive', 1)`);
    await run(
      `UPDATE referrals SET state = 'held', payment_id = '${things.paymentId}' WHERE referred_id = '${referred}'`,
    );
    if (isReleased) await byOther(rewards, { intent: "release", referred })(things);
  };
const reward = (intent: string) => () => ({ intent, referred });
let offerId = "";
async function isOffered({ own, stakeId }: Things) {
  await run(`UPDATE users SET role = 'investor' WHERE id = '${own.userId}'`);
  offerId = await putOffer(context, stakeId, 60_000);
  await run(`UPDATE users SET role = 'operator' WHERE id = '${own.userId}'`);
}

type Row = [what: string, page: Page, fields: Fields, prepare?: (things: Things) => Promise<unknown>];
const ROWS: Row[] = [
  ["a refund of what they bought", payment, { intent: "refund", reason: "Mine." }],
  ["a refund of theirs sent by hand", payment, { intent: "manual", reference: "UTR-1" }, partReturned],
  ["a new certificate of theirs", certificate, { intent: "reissue" }],
  ["their certificate made void", certificate, { intent: "void", reason: "Mine." }],
  ["their payout", withdrawal, { intent: "pay", ...reference }],
  ["the rejection of their payout", withdrawal, { intent: "reject", reason: "Mine." }],
  ["the clearing of their payout", withdrawal, { intent: "clear" }, isOverLimit],
  ["a proposal of their payout", withdrawal, { intent: "propose", ...reference }],
  ["the confirmation of their payout", withdrawal, { intent: "confirm", ...reference }, isProposed],
  ["the call-back of their payout", withdrawal, { intent: "call-back", call_back_reason: "Mine." }, isProposed],
  ["the return of their payout", withdrawal, { intent: "return", ...back }, isPaid],
  ["a proposal of their return", withdrawal, { intent: "propose-return", ...back }, isLarge],
  ["the confirmation of their return", withdrawal, { intent: "confirm-return", ...back }, isBackProposed],
  ["a mark in a run that has their payout", lastRun, mark, byOther(() => "/operator/payout-file", { run: "run_own" })],
  ["their suspension", user, { intent: "suspend", reason: "Mine." }],
  ["their identity", user, { intent: "identity", outcome: "passed" }],
  ["the end of their payout block", user, { intent: "lift" }, lostDispute],
  ["an answer to their request", support, { intent: "answer", body: "Mine." }],
  ["the end of their request", support, { intent: "close" }],
  ["the value of their cask", cask, { intent: "value", step: "save", ...value }],
  ["a proposal of a value of their cask", cask, { intent: "value", step: "save", ...raised }],
  ["a proposal of the sale of their cask", cask, { intent: "propose", ...sale }],
  ["pay as the referrer", rewards, reward("pay"), rewarded("referrer", true)],
  ["pay as the person referred", rewards, reward("pay"), rewarded("referred", true)],
  ["a release as the referrer", rewards, reward("release"), rewarded("referrer")],
  ["a drop as the person referred", rewards, reward("drop"), rewarded("referred")],
  ["the end of their offer", () => "/operator/offers", () => ({ offer: offerId, reason: "Mine." }), isOffered],
];

const send = async (things: Things, [, page, fields]: Row, as: Person) =>
  (await post(page(things), as, typeof fields === "function" ? fields(things) : fields)).status;

describe("an operator's own matter", () => {
  it.each(ROWS.map((row) => ({ what: row[0], row })))("is left to another operator: $what", async ({ row }) => {
    const things = await everything();
    await row[3]?.(things);
    const before = await databaseDump();
    expect(await send(things, row, things.own)).toBe(409);
    // The page that refuses may show an account number, which is logged.
    expect(changedTables(before, await databaseDump()).filter((table) => table !== "audit_log")).toEqual([]);
    expect(await send(things, row, people.second)).toBe(303);
    await setSetting(db, "second_operator_above_cents", 1_000_000);
  });
});
