import { afterAll, beforeAll, describe, expect } from "vitest";
import { effort } from "../support/effort";
import { demoLogins } from "./support/sign-in";
import { activate, buyStake, type Life, publishByTwo, startLife, stepsOf, type Way, WAYS } from "./support/whole-life";

// The whole life of two casks and of their investors' money, by the pages that people use, one over plain HTTP and one in a
// browser: two years pass by the clock of a run of its own. After each step the books balance. In `npm run assure`: two years
// take minutes. Each step has its tests in tests/features and tests/routes, and the simulation in `npm test` lives such lives.

const BANK = {
  holder_name: "Asha Rao",
  bank_name: "State Bank of India",
  ifsc_code: "SBIN0005943",
  account_number: "00000012346789",
};
const DAY_MS = 86_400_000;

/** The day so many days after. */
const dayAfter = (now: string, days: number) => new Date(Date.parse(now) + days * DAY_MS).toISOString().slice(0, 10);

/** From today to the same day so many months later. */
function daysTo(months: number, now: string): number {
  const from = new Date(`${now.slice(0, 10)}T00:00:00Z`);
  const to = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, from.getUTCDate());
  return (to - from.getTime()) / DAY_MS;
}

/** One cask with its two investors; the ids are known once the steps have made them. */
const storyOf = (way: Way) => {
  const mark = way === "Chromium" ? "browser" : "http";
  const [asha, ravi] = [`asha.${mark}@example.com`, `ravi.${mark}@example.com`];
  return { way, name: `Glen Whole-Life ${mark}`, asha, ravi, caskId: "", withdrawalId: "" };
};
const STORIES = WAYS.map(storyOf);

describe.runIf(effort(false, true))("the whole life of a cask", () => {
  let life: Life;
  const { operator, secondOperator } = demoLogins;

  beforeAll(async () => {
    life = await startLife();
  });
  afterAll(() => life.stop());

  const { once, step } = stepsOf(() => life, STORIES);

  step("an operator writes a draft, which nobody sees, and two publish it", async (story) => {
    await life.as(story.way, operator, async (visitor) => {
      const today = (await life.now()).slice(0, 10);
      await visitor.visit("/operator/casks/new");
      const terms = {
        cask_name: story.name,
        kind: "whisky",
        distillery: "Glen Life",
        cask_type: "hogshead",
        launch_date: today,
        close_date: dayAfter(today, 30),
        cost_per_stake: "500",
        total_stakes: "2",
        loa_litres: "123.4",
        abv: "63.4",
        warehouse: "Bond 3, Leith",
        distillery_information: "By the river.",
      };
      await visitor.submit(terms, "intent=save");
      story.caskId = visitor.at.url.pathname.split("/").at(-1) ?? "";
      expect(story.caskId).toMatch(/^csk_/);
      await visitor.visit("/invest");
      expect(visitor.at.text).not.toContain(story.name);
    });
    await publishByTwo(life, story.way, story.caskId);
    await life.as(story.way, operator, async (visitor) => {
      await visitor.visit("/invest");
      expect(visitor.at.text).toContain(story.name);
    });
  });

  step(
    "two investors sign up, join and buy its two stakes, and get their certificates",
    async ({ way, asha, ravi, caskId }) => {
      for (const email of [asha, ravi])
        await life.as(
          way,
          email,
          async (investor) => {
            await activate(investor);
            await buyStake(investor, caskId);
          },
          "sign-up",
        );
      await life.tick();
      const [counted] = await life.rows(`SELECT count(*) AS stakes, count(DISTINCT user_id) AS people,
      (SELECT count(*) FROM certificates WHERE state = 'issued' AND stake_id IN (SELECT id FROM stakes WHERE cask_id = '${caskId}')) AS issued
      FROM stakes WHERE cask_id = '${caskId}'`);
      expect(counted).toEqual({ stakes: 2, people: 2, issued: 2 });
      expect(await life.mailsTo(asha)).toEqual(
        expect.arrayContaining([expect.stringContaining(" received: "), expect.stringContaining("certificate")]),
      );
    },
  );

  step("two operators value it higher, having seen what that changes", async ({ way, ravi, caskId }) => {
    const today = (await life.now()).slice(0, 10);
    await life.as(way, operator, async (visitor) => {
      await visitor.visit(`/operator/casks/${caskId}?view=value`);
      const value = { valued_on: today, value_per_stake: "650", tier: "measured", method: "Regauge", source: "Bond 3" };
      await visitor.submit(value, "intent=value");
      expect(visitor.at.text).toContain("$1,300.00");
      await visitor.submit({}, "step=save");
    });
    await life.as(way, secondOperator, async (visitor) => {
      await visitor.visit(`/operator/casks/${caskId}?view=value`);
      await visitor.submit({}, "intent=confirm-value");
      expect(visitor.at.text).toContain("$650.00");
    });
    await life.tick();
    await life.as(way, ravi, async (investor) => {
      await investor.visit("/wallet?tab=portfolio");
      expect(investor.at.text).toContain("+$150.00");
    });
  });

  once(
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

  step("one of them withdraws the return: 30 % of 500.00", async (story) => {
    const { way, asha } = story;
    await life.as(way, asha, async (investor) => {
      await investor.visit("/wallet?tab=portfolio&dialog=withdraw");
      await investor.submit(BANK, "Confirm Request");
      await expect.poll(() => investor.at.url.pathname).toBe("/wallet");
    });
    const [row] = await life.rows(`SELECT withdrawals.id, amount_cents, state FROM withdrawals
      JOIN users ON users.id = user_id WHERE email = '${asha}'`);
    expect(row).toMatchObject({ amount_cents: 15_000, state: "progress" });
    story.withdrawalId = String(row?.id);
  });

  step("an operator cannot pay it within its hold", ({ way, withdrawalId }) =>
    life.as(way, operator, async (visitor) => {
      await visitor.visit(`/operator/withdrawals/${withdrawalId}`);
      expect(visitor.at.html).not.toContain('value="pay"');
    }),
  );

  once("the hold passes", async () => void (await life.moveOn(3)));

  step("an operator finds it in the queue and pays it by reference", async ({ way, asha, withdrawalId }) => {
    const path = `/operator/withdrawals/${withdrawalId}`;
    // The first one proposed the value that the return rests on.
    await life.as(way, secondOperator, async (visitor) => {
      await visitor.visit("/operator");
      expect(visitor.at.html).toContain('href="/operator/withdrawals"');
      await visitor.visit("/operator/withdrawals");
      expect(visitor.at.html).toContain(`href="${path}"`);
      await visitor.visit(path);
      await visitor.submit({ bank_reference: "UTR-2028-0001" }, "intent=pay");
      expect(visitor.at.text).toContain("UTR-2028-0001");
    });
    const [row] = await life.rows(`SELECT state, bank_reference FROM withdrawals WHERE id = '${withdrawalId}'`);
    expect(row).toEqual({ state: "paid", bank_reference: "UTR-2028-0001" });
    await life.tick();
    expect((await life.mailsTo(asha)).join()).toMatch(/paid/i);
  });

  step(
    "the cask is sold: one operator proposes, and only another one confirms",
    async ({ way, asha, ravi, caskId }) => {
      const today = (await life.now()).slice(0, 10);
      const sale = `/operator/casks/${caskId}?view=sell`;
      await life.as(way, operator, async (visitor) => {
        await visitor.visit(sale);
        await visitor.submit({ sold_on: today, buyer_kind: "bottler", gross: "1500", fees: "100.01" }, "intent=sell");
        for (const figure of ["$1,399.99", "$699.99", "$0.01"]) expect(visitor.at.text).toContain(figure);
        await visitor.submit({}, "intent=propose");
        expect(visitor.at.html).not.toContain('value="confirm"');
      });
      await life.as(way, secondOperator, async (visitor) => {
        await visitor.visit(sale);
        await visitor.submit({}, "intent=confirm");
      });
      await life.tick();
      const credited = await life.rows(`SELECT users.email, credits_total - debits_total AS cents FROM accounts
      JOIN users ON accounts.id = 'user:' || users.id || ':wallet' WHERE users.email IN ('${asha}', '${ravi}') ORDER BY users.email`);
      expect(credited).toEqual([
        // The return that was paid before is an advance on the sale.
        { email: asha, cents: 69_999 - 15_000 },
        { email: ravi, cents: 69_999 },
      ]);
      for (const [email, credited] of [
        [asha, "$549.99"],
        [ravi, "$699.99"],
      ] as const)
        await life.as(way, email, async (investor) => {
          await investor.visit("/wallet?tab=portfolio");
          expect(investor.at.text).toContain(credited);
        });
    },
  );

  step("the log tells the story in order", async ({ caskId, withdrawalId }) => {
    const log =
      await life.rows(`SELECT action FROM audit_log WHERE subject LIKE '%${caskId}%' OR subject = 'withdrawal:${withdrawalId}'
      OR subject IN (SELECT 'exit:' || id FROM cask_exits WHERE cask_id = '${caskId}') ORDER BY created_at_ms, rowid`);
    const told = log.map(({ action }) => String(action)).filter((action) => action !== "payout-account-viewed");
    expect(told).toEqual([
      ...["cask-saved", "cask-published", "change-proposed", "change-confirmed", "valuation-recorded"],
      ...["withdrawal-requested", "withdrawal-paid"],
      ...["exit-proposed", "exit-confirmed", "exit-done"],
    ]);
  });
});
