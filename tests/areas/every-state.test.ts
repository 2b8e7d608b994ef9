import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { eraseOnRequest } from "~/areas/accounts/users/close-account";
import { closeOwnPayment } from "~/areas/buying/read-payment";
import { giveBack } from "~/areas/buying/settlement/give-back";
import { restorePayment } from "~/areas/buying/settlement/restore-payment";
import { reversePayment } from "~/areas/buying/settlement/settle-reversal";
import { newCertificate } from "~/areas/buying/settlement/take-back";
import { proposeExit } from "~/areas/casks/exits/propose-exit";
import { makeRun } from "~/areas/payouts/payout-run";
import { cancelOwnWithdrawal } from "~/areas/payouts/withdrawals/cancel-withdrawal";
import { callBackProposal, proposePayout } from "~/areas/payouts/withdrawals/propose-payout";
import { returnWithdrawal } from "~/areas/payouts/withdrawals/return-withdrawal";
import { offerStake } from "~/areas/resale/offer-stake";
import { rowRules } from "~/db/rules";
import { payments } from "~/db/schema/payments";
import { dateOf } from "~/domain/calendar-date";
import { rowsInStates } from "../db/support/rows-in-states";
import { asOperator, openOperatorSession, openSession } from "../support/open-session";
import { createTestContext } from "../support/context";
import { balanceOf, creditWallet, giveStake, monthsAgo, value } from "../support/holdings";
import { setMarketOpen, setSetting, withoutPayoutLimits } from "../support/settings";
import { type Person, putCask, signIn } from "../support/people";
import { payWithdrawal, planReturn, rejectWithdrawal, requestBalance } from "../support/withdrawals";

// What each deed makes of a withdrawal, a stake or a payment in each of its states. The states come from the graphs of the rules of rows:
// one that is new fails here until every deed has an answer to it.

const context = createTestContext();
const { db, newId } = context;
const person = {} as Person;
let operator: Person;
let second: Person;
let rows: ReturnType<typeof rowsInStates>;

beforeAll(async () => {
  Object.assign(person, await signIn(context));
  [operator, second] = [await signIn(context, { operator: true }), await signIn(context, { operator: true })];
  rows = rowsInStates(context, { person, caskId: await putCask(context) });
  await withoutPayoutLimits(db);
  await setMarketOpen(db, true);
  await setSetting(db, "second_operator_above_cents", 1_000_000);
  // The rows of these tests have no books of their own.
  for (const house of ["withdrawals", "unsettled", "joining-fees"])
    await db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      VALUES (${newId("prm")}, 'house:promotions', ${`house:${house}`}, 9000000, 'USD', 'promotion', 'promotion:x', 1)`);
});

/** Every state of a table's rows, with the changes that lead there. */
function pathsOf(table: string): [string, string[]][] {
  const edges = Object.entries(rowRules[table]?.graph ?? {}).flatMap(([from, all]) =>
    all.map((to) => [from, to] as const),
  );
  const paths = new Map<string, string[]>(rowRules[table]?.starts?.map((state) => [state, []]));
  for (let left = edges.length; left > 0; left--)
    for (const [from, to] of edges) {
      const path = paths.get(from);
      if (path && !paths.has(to)) paths.set(to, [...path, to]);
    }
  return [...paths];
}

type Deeds<Row> = Record<string, [answers: Record<string, unknown>, deed: (row: Row) => Promise<unknown>]>;

/** Does each deed to a new row in each state. */
function expectAnswers<Row>(table: string, deeds: Deeds<Row>, rowIn: (path: string[]) => Promise<Row>) {
  it.each(Object.keys(deeds))("%s", async (name) => {
    const [answers, deed] = deeds[name] ?? expect.fail();
    const given: Record<string, unknown> = {};
    for (const [state, path] of pathsOf(table)) given[state] = await deed(await rowIn(path));
    expect(given).toEqual(answers);
  });
}

/** An operator closes the account, whose wallet is empty. */
async function closing({ userId }: { userId: string }) {
  await db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
    SELECT ${newId("prm")}, id, 'house:promotions', credits_total - debits_total, 'USD', 'promotion', 'promotion:x', 1
    FROM accounts WHERE id = ${`user:${userId}:wallet`} AND credits_total > debits_total`);
  const done = await asOperator(context, operator.userId, (who) => eraseOnRequest(db, { userId, operator: who }));
  return done.ok ? "ok" : done.code;
}

describe("a withdrawal, by its state", () => {
  type Asked = { id: string; userId: string };
  const asked = async (path: string[]): Promise<Asked> => {
    const id = (await rows.graphs.withdrawals?.into(newId("wdr"), path)) ?? "";
    const [{ userId } = { userId: "" }] = await db.all<{ userId: string }>(sql`SELECT user_id AS userId FROM withdrawals
      WHERE id = ${id}`);
    return { id, userId };
  };
  const stateAfter =
    (deed: (asked: Asked) => Promise<unknown>) =>
    async (one: Asked): Promise<unknown> => {
      await deed(one);
      const [row] = await db.all<{ state: string }>(sql`SELECT state FROM withdrawals WHERE id = ${one.id}`);
      return row?.state;
    };
  const by = <T>(make: Parameters<typeof asOperator<T>>[2]) => asOperator(context, second.userId, make);
  const decided = ({ id, userId }: Asked) => ({ withdrawalId: id, userId, operatorId: second.userId });
  const same = {
    progress: "progress",
    sending: "sending",
    paid: "paid",
    rejected: "rejected",
    cancelled: "cancelled",
    returned: "returned",
  };
  const deeds: Deeds<Asked> = {
    "its investor cancels it": [
      { ...same, progress: "cancelled" },
      stateAfter(({ id, userId }) => cancelOwnWithdrawal(context, openSession(context, userId), id)),
    ],
    "an operator pays it": [
      { ...same, progress: "paid", sending: "paid" },
      stateAfter((one) => payWithdrawal(context, { ...decided(one), bankReference: "r" })),
    ],
    "an operator rejects it": [
      { ...same, progress: "rejected", sending: "rejected" },
      stateAfter((one) => rejectWithdrawal(context, decided(one))),
    ],
    "an operator proposes it": [
      { ...same, progress: "sending" },
      stateAfter(({ id }) =>
        by((who) =>
          proposePayout(db, { auditId: newId("aud"), withdrawalId: id, bankReference: "UTR-9", operator: who }),
        ),
      ),
    ],
    "an operator calls its proposal back": [
      { ...same, sending: "progress" },
      stateAfter(({ id }) =>
        by((who) => callBackProposal(db, { auditId: newId("aud"), withdrawalId: id, reason: "Wrong.", operator: who })),
      ),
    ],
    "a payout run is made": [
      { ...same, progress: "sending" },
      stateAfter(() => by((who) => makeRun(db, { runId: newId("run"), operator: who }))),
    ],
    "the bank sends it back": [
      { ...same, paid: "returned" },
      stateAfter(({ id }) =>
        by((who) => returnWithdrawal(db, { withdrawalId: id, reference: "R", reason: "Closed.", operator: who })),
      ),
    ],
    "its investor's account is closed": [
      { paid: "ok", rejected: "ok", cancelled: "ok", returned: "ok", progress: "still-holds", sending: "still-holds" },
      closing,
    ],
    "the rest of the wallet is asked for": [
      {
        progress: "in-progress",
        sending: "in-progress",
        paid: "requested",
        rejected: "requested",
        cancelled: "requested",
        returned: "requested",
      },
      async ({ userId }) => {
        await creditWallet(context, { userId }, 100);
        const cents = await balanceOf(context, `user:${userId}:wallet`);
        return (await requestBalance(context, { userId, amountCents: cents })).outcome;
      },
    ],
  };
  expectAnswers("withdrawals", deeds, asked);
});

describe("a stake, by its state", () => {
  type Held = { holder: Person; stakeId: string; caskId: string };
  const held = async (path: string[]): Promise<Held> => {
    const [holder, caskId] = [await signIn(context), await putCask(context)];
    const { stakeId } = await giveStake(context, holder, caskId, { purchasedAtMs: monthsAgo(context, 25) });
    for (const state of path) await db.run(sql`UPDATE stakes SET state = ${state} WHERE id = ${stakeId}`);
    return { holder, stakeId, caskId };
  };
  const deeds: Deeds<Held> = {
    "its return is planned": [
      { active: true, frozen: false, ended: false },
      async ({ holder, caskId }) => {
        await value(context, caskId, dateOf(monthsAgo(context, 1)), 60_000);
        return (await planReturn(context, holder.userId)) !== null;
      },
    ],
    "it is offered to others": [
      { active: "ok", frozen: "frozen", ended: "not-yours" },
      async ({ holder, stakeId }) => {
        const offer = { stakeId, priceCents: 50_000, country: null };
        const done = await offerStake(context, openSession(context, holder.userId), offer);
        return done.ok ? "ok" : done.code;
      },
    ],
    "its holder's account is closed": [
      { active: "still-holds", frozen: "ok", ended: "ok" },
      ({ holder }) => closing(holder),
    ],
    "an operator who holds it proposes the sale of its cask": [
      { active: "own-stake", frozen: "own-stake", ended: "ok" },
      async ({ holder, caskId }) => {
        await db.run(sql`UPDATE users SET role = 'operator' WHERE id = ${holder.userId}`);
        const terms = {
          soldOn: dateOf(context.nowMs()),
          buyerKind: "trade",
          grossCents: 100_000,
          feesCents: 0,
        } as const;
        const session = openOperatorSession(context, holder.userId);
        const done = await proposeExit(context, session, { caskId, terms, netPerStakeCents: 10_000 });
        return done.ok ? "ok" : done.code;
      },
    ],
  };
  expectAnswers("stakes", deeds, held);
});

describe("a payment, by its state", () => {
  type Paid = { id: string; userId: string };
  const paid = async (path: string[]): Promise<Paid> => {
    const id = await rows.payment(newId("pay"), { states: path, fee: true });
    await db.run(sql`UPDATE payments SET received_cents = amount_cents
      WHERE id = ${id} AND state IN ('paid', 'settled', 'disputed', 'refunding', 'refunded')`);
    const [{ userId } = { userId: "" }] = await db.all<{ userId: string }>(sql`SELECT user_id AS userId FROM payments
      WHERE id = ${id}`);
    await db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      VALUES (${newId("prm")}, 'house:token-issue', ${`user:${userId}:tokens`}, 1000, 'TOKEN', 'tokens-earned', ${`payment:${id}`}, 1)`);
    return { id, userId };
  };
  const all = (answer: unknown) =>
    Object.fromEntries(
      ["created", "open", "expired", "cancelled", "failed", "paid", "settled", "disputed", "refunding", "refunded"].map(
        (state) => [state, answer],
      ),
    );
  const none = all("nothing-to-reverse");
  const rowOf = async (id: string) => (await db.select().from(payments).where(eq(payments.id, id)))[0] ?? expect.fail();
  const deeds: Deeds<Paid> = {
    "money of its buyer is paid out": [
      { ...all("ok"), disputed: "disputed" },
      async ({ userId }) => {
        await creditWallet(context, { userId }, 500);
        const { withdrawalId } = await requestBalance(context, { userId, amountCents: 500 });
        const done = await payWithdrawal(context, { withdrawalId, userId, operatorId: operator.userId });
        return done.ok ? "ok" : done.code;
      },
    ],
    "its buyer's account is closed": [
      { ...all("still-holds"), ...{ expired: "ok", cancelled: "ok", failed: "ok", settled: "ok", refunded: "ok" } },
      closing,
    ],
    "its buyer gives it up": [
      { ...all(0), open: 1 },
      async ({ id, userId }) => {
        const asked = () => db.all(sql`SELECT id FROM outbox WHERE subject_id = ${id} AND kind = 'expire-session'`);
        const before = (await asked()).length;
        await closeOwnPayment(context, openSession(context, userId), id);
        return (await asked()).length - before;
      },
    ],
    "its card's owner disputes it": [
      { ...none, created: "unknown-payment", settled: "reversed" },
      async ({ id }) =>
        reversePayment(context, { eventId: newId("evt"), providerPaymentId: `pi_${id}`, refundedCents: null }),
    ],
    "its dispute is won": [
      { ...none, settled: "restored", disputed: "restored", refunding: "refund-due" },
      async ({ id }) => restorePayment(context, await rowOf(id)),
    ],
    "an operator gives it back": [
      { ...all("not-settled"), settled: "ok" },
      async ({ id }) => {
        const payment = await rowOf(id);
        const done = await asOperator(context, operator.userId, (who) =>
          giveBack(db, { ...newCertificate(context), payment, reason: "r", operator: who }),
        );
        return done.ok ? "ok" : done.code;
      },
    ],
  };
  expectAnswers("payments", deeds, paid);
});
