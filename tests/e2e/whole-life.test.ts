import { beforeAll, describe, expect, it } from "vitest";
import { linkTo } from "./support/checkout-steps";
import { demoLogins } from "./support/sign-in";
import { activate, buyStake, type Life, operate, startLife, valueCask } from "./support/whole-life";

// The life of an investor's money over plain HTTP: two years pass by the clock of the run. After each step the books balance.

const CASK = "csk_demo_loch_ardel";
const ASHA = "asha.life@example.com";
const RAVI = "ravi.life@example.com";
const BANK = {
  holder_name: "Asha Rao",
  bank_name: "State Bank of India",
  ifsc_code: "SBIN0005943",
  account_number: "00000012346789",
};
const DAY_MS = 86_400_000;

let life: Life;
let withdrawalId = "";

beforeAll(async () => {
  life = await startLife();
  return () => life.stop();
}, 300_000);

/** Each step with its own check of the books. */
const step = (what: string, work: () => Promise<void>, patienceMs = 120_000) =>
  it(
    what,
    async () => {
      await work();
      await life.booksBalance();
    },
    patienceMs,
  );

/** From today to the same day so many months later. */
function daysTo(months: number, now: string): number {
  const from = new Date(`${now.slice(0, 10)}T00:00:00Z`);
  const to = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, from.getUTCDate());
  return (to - from.getTime()) / DAY_MS;
}

describe("two years of an investor's money", () => {
  step("two investors sign up, join and buy a stake of the cask", async () => {
    for (const email of [ASHA, RAVI]) {
      const investor = await life.signIn(email, "sign-up");
      await activate(investor);
      await buyStake(investor, CASK);
    }
    await life.tick();
    const [counted] = await life.rows(`SELECT count(*) AS stakes, count(DISTINCT user_id) AS people FROM stakes
      JOIN users ON users.id = user_id WHERE cask_id = '${CASK}' AND email IN ('${ASHA}', '${RAVI}')`);
    expect(counted).toEqual({ stakes: 2, people: 2 });
    expect(await life.mailsTo(ASHA)).toEqual(expect.arrayContaining([expect.stringContaining("Payment received")]));
  });

  step("the cask is valued higher", async () => {
    await valueCask(life, CASK, 78_000);
  });

  step(
    "24 months pass, and the daily work with them",
    async () => {
      const before = await life.now();
      const now = await life.moveOn(daysTo(24, before) + 1);
      expect(Date.parse(now) - Date.parse(before)).toBeGreaterThanOrEqual(730 * DAY_MS);
      const [late] = await life.rows(`SELECT count(*) AS open FROM outbox WHERE done_at_ms IS NULL
        AND available_at_ms < ${Date.parse(now) - DAY_MS}`);
      expect(late).toEqual({ open: 0 });
    },
    900_000,
  );

  step("one of them withdraws the return: 20 % of 650.00", async () => {
    const asha = await life.signIn(ASHA);
    await asha.visit("/wallet?tab=portfolio&dialog=withdraw");
    await asha.submit(BANK);
    expect(asha.at.url.pathname).toBe("/wallet");
    const [row] = await life.rows(`SELECT withdrawals.id, amount_cents, state FROM withdrawals
      JOIN users ON users.id = user_id WHERE email = '${ASHA}'`);
    expect(row).toMatchObject({ amount_cents: 13_000, state: "progress" });
    withdrawalId = String(row?.id);
  });

  step("an operator cannot pay it within its hold", async () => {
    const operator = await life.signIn(demoLogins.operator);
    const path = `/operator/withdrawals/${withdrawalId}`;
    const refused = await operate(operator, path, { intent: "pay", bank_reference: "TOO-EARLY" });
    expect(refused.status).toBe(409);
  });

  step("an operator finds it in the queue after the hold and pays it by reference", async () => {
    await life.moveOn(3);
    const operator = await life.signIn(demoLogins.operator);
    await operator.visit("/operator");
    await operator.visit(linkTo(operator, "/operator/withdrawals"));
    const path = linkTo(operator, `/operator/withdrawals/${withdrawalId}`);
    const paid = await operate(operator, path, { intent: "pay", bank_reference: "UTR-2028-0001" });
    expect([paid.status, paid.url.pathname]).toEqual([200, path]);
    expect(paid.text).toContain("UTR-2028-0001");
    // Sent twice it is paid once.
    await operator.post(path, { intent: "pay", bank_reference: "UTR-2028-0001" });
    const [row] = await life.rows(`SELECT state, bank_reference FROM withdrawals WHERE id = '${withdrawalId}'`);
    expect(row).toEqual({ state: "paid", bank_reference: "UTR-2028-0001" });
  });

  step("the investor is told, and sees it paid; the log says who did what", async () => {
    await life.tick();
    const mails = await life.mailsTo(ASHA);
    expect(mails.join()).toMatch(/paid/i);
    const asha = await life.signIn(ASHA);
    await asha.visit("/wallet?tab=portfolio");
    expect(asha.at.text).toMatch(/Paid/);
    const log = await life.rows(`SELECT action, actor FROM audit_log WHERE subject = 'withdrawal:${withdrawalId}'
      ORDER BY created_at_ms`);
    expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(["withdrawal-paid"]));
  });
});
