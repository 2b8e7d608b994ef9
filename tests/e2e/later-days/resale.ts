import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { HttpJourney } from "../support/http-journey";
import { demoLogins } from "../support/sign-in";
import {
  activate,
  addMoney,
  buyStake,
  type Life,
  payFor,
  publishWithout,
  stepsOf,
  type Way,
} from "../support/whole-life";

// A stake changes hands by the pages that people use: the market is opened by two operators, one offers, two bid, the round closes, and
// a week later its seller has the money.

const DAY_MS = 86_400_000;

const storyOf = (way: Way, index: number) => ({
  ...{ way, caskId: "", stakeId: "", oldCode: "" },
  name: `Glen Resale ${index}`,
  seller: `seller.${index}@example.com`,
  winner: `winner.${index}@example.com`,
  loser: `loser.${index}@example.com`,
});
type Story = ReturnType<typeof storyOf>;

/** One stake is wanted and one offered at any price above the lower bid; the issue price of $500 is no valuation to settle it by. */
const ASK = "480";
const BIDS = { winner: "520", loser: "500" };

/** In two payments. */
const PAID_IN = 55_000;

type Round = {
  book: { limit: number }[];
  price: number;
  fills: { filled: number }[];
};

/** @param ways in each of which a story of its own is played */
export function testResale(running: () => Life, ways: readonly Way[]): void {
  const stories = ways.map(storyOf);
  describe("a stake that is sold to another investor", () => {
    let month = "";
    const { operator, secondOperator } = demoLogins;

    const { once, step } = stepsOf(running, stories);
    const market = async () =>
      (await (await fetch(`${running().sandboxOrigin}/sandbox/market`)).json()) as {
        round: { month: string; closes_at: string } | null;
        next_round_opens_at: string;
      };
    const moveTo = async (at: string) =>
      running().moveOn(Math.max(1, Math.ceil((Date.parse(at) - Date.parse(await running().now())) / DAY_MS)));
    const walletOf = async (email: string) => {
      const [row] = await running().rows(`SELECT credits_total - debits_total AS cents FROM accounts
      JOIN users ON accounts.id = 'user:' || users.id || ':wallet' WHERE email = '${email}'`);
      return row?.cents;
    };
    const roundOf = async ({ caskId }: Story) => {
      const [row] = await running().rows(
        `SELECT state, price_cents AS price, volume FROM resale_rounds WHERE cask_id = '${caskId}'`,
      );
      return row as { state: string; price: number; volume: number };
    };

    once("two operators open the market; before that it does not exist", async () => {
      const [way = "plain HTTP"] = ways;
      await running().as(way, demoLogins.investor, async (investor) => {
        expect((await investor.visit("/wallet?tab=portfolio")).html).not.toMatch(/href="\/market|product=top-up/);
      });
      await running().as(way, operator, async (visitor) => {
        await visitor.visit("/operator/settings");
        await visitor.submit({ value: "*" }, "key=market_countries");
        expect(visitor.at.html).not.toContain('value="confirm"');
      });
      await running().as(way, demoLogins.investor, async (investor) => {
        expect((await investor.visit("/wallet?tab=portfolio")).html).not.toContain('href="/market');
      });
      await running().as(way, secondOperator, async (visitor) => {
        await visitor.visit("/operator/settings");
        await visitor.submit({}, "intent=confirm");
      });
      await running().as(way, demoLogins.investor, async (investor) => {
        expect((await investor.visit("/wallet?tab=portfolio")).html).toContain('href="/market');
      });
    });

    once("a round opens", async () => {
      const { round, next_round_opens_at: opensAt } = await market();
      if (!round) await moveTo(opensAt);
      month = (await market()).round?.month ?? "";
      expect(month).toMatch(/^\d{4}-\d\d$/);
    });

    step("somebody holds a stake, and two others put money into their wallets", async (story) => {
      const { way, name, seller } = story;
      const today = async (days = 0) =>
        new Date(Date.parse(await running().now()) + days * DAY_MS).toISOString().slice(0, 10);
      const terms = {
        ...{ cask_name: name, kind: "whisky", distillery: "Glen Resale", cask_type: "hogshead" },
        ...{ launch_date: await today(), close_date: await today(30), cost_per_stake: "500", total_stakes: "3" },
        ...{ loa_litres: "123.4", abv: "63.4", warehouse: "Bond 3, Leith", distillery_information: "By the river." },
      };
      await running().as("plain HTTP", operator, async (visitor) => {
        await visitor.visit("/operator/casks/new");
        await visitor.submit(terms, "intent=save");
        story.caskId = visitor.at.url.pathname.split("/").at(-1) ?? "";
      });
      await publishWithout(running(), "plain HTTP", story.caskId);
      await running().as(
        way,
        seller,
        async (investor) => {
          await activate(investor);
          await buyStake(investor, story.caskId);
        },
        "sign-up",
      );
      for (const email of [story.winner, story.loser])
        await running().as(
          way,
          email,
          async (investor) => {
            await activate(investor);
            await addMoney(investor, 500);
          },
          "sign-up",
        );
      expect(await walletOf(story.winner)).toBe(50_000);
      await running().tick();
      const [held] = await running()
        .rows(`SELECT stakes.id, code FROM stakes JOIN certificates ON certificates.stake_id = stakes.id
      WHERE cask_id = '${story.caskId}'`);
      Object.assign(story, { stakeId: String(held?.id), oldCode: String(held?.code) });
    });

    step(
      "the holder finds the way out from the wallet, and offers the stake",
      async ({ way, seller, caskId, stakeId }) => {
        await running().as(way, seller, async (investor) => {
          const wallet = await investor.visit("/wallet?tab=portfolio");
          for (const href of ["/ways-out", `/stakes/${stakeId}`, "/market"])
            expect(wallet.html).toContain(`href="${href}"`);
          expect((await investor.visit(`/stakes/${stakeId}`)).html).toContain(`href="/market?cask=${caskId}"`);
          await investor.visit(`/market?cask=${caskId}&side=sell`);
          await investor.submit({ limit_price: ASK }, "intent=sell");
          expect(investor.at.text).toContain(`Sell 1 stake at $${ASK}.00 or more each`);
        });
      },
    );

    step(
      "two bid, each without seeing what the other does, and pay in what their wallets lack",
      async ({ way, caskId, ...story }) => {
        for (const who of ["winner", "loser"] as const)
          await running().as(way, story[who], async (investor) => {
            await investor.visit(`/market?cask=${caskId}&side=buy`);
            expect(investor.at.html).not.toContain(`$${ASK}.00`);
            await investor.submit({ quantity: "1", limit_price: BIDS[who] }, "intent=buy");
            expect(investor.at.text).toContain("but your wallet has only $500.00");
            expect(investor.at.html).toMatch(/href="\/stripe-secure\?product=top-up(&|&amp;)amount=50"/);
            await investor.visit("/stripe-secure?product=top-up&amount=50");
            await payFor(investor, "The money is in your wallet");
            expect(investor.at.html).toContain('href="/market"');
            await investor.visit(`/market?cask=${caskId}&side=buy`);
            await investor.submit({ quantity: "1", limit_price: BIDS[who] }, "intent=buy");
            expect(investor.at.text).toContain(`Buy 1 stake at $${BIDS[who]}.00 or less each`);
          });
        // 1.5 % of 520.00 is 7.80.
        expect(await walletOf(story.winner)).toBe(PAID_IN - 52_780);
      },
    );

    once("the clock passes the close", async () => {
      await moveTo((await market()).round?.closes_at ?? "");
    });

    step(
      "the better bid owns it, with certificate, mark and a first cycle; the other has the money back",
      async (story) => {
        const { state, price, volume } = await roundOf(story);
        expect([state, volume]).toEqual(["settled", 1]);
        expect(price).toBeGreaterThan(50_000);
        expect(price).toBeLessThanOrEqual(52_000);
        const cost = price + Math.floor((price * 150) / 10_000);
        expect([await walletOf(story.winner), await walletOf(story.loser)]).toEqual([PAID_IN - cost, PAID_IN]);
        await running().tick();
        const [mine] = await running().rows(`SELECT stakes.id, code FROM stakes JOIN users ON users.id = stakes.user_id
      JOIN certificates ON certificates.stake_id = stakes.id WHERE email = '${story.winner}' AND certificates.state = 'issued'`);
        await running().as(story.way, story.winner, async (investor) => {
          await investor.visit("/wallet?tab=portfolio");
          expect(investor.at.html).toContain(`href="/stakes/${mine?.id}"`);
          await investor.visit(`/stakes/${mine?.id}`);
          expect(investor.at.html).toMatch(/href="\/certificates\/\w+\.pdf"/);
          expect(investor.at.text).toMatch(/0\s+of 24 months of cycle 1/);
          expect(investor.at.text).toMatch(/Register mark\s+[0-9a-f]{12}/);
        });
        const reader = new HttpJourney(running().origin);
        expect((await reader.visit(`/verify/${mine?.code}`)).text).toContain(story.name);
        const old = (await reader.visit(`/verify/${story.oldCode}`)).text;
        expect(old).toMatch(/resold/i);
        expect(old).not.toContain(story.winner);
      },
    );

    step(
      "its seller has the money after seven days, less the fee, and the stake is gone from the wallet",
      async (story) => {
        const { price } = await roundOf(story);
        const credit = price - Math.floor((price * 150) / 10_000);
        if ((await walletOf(story.seller)) === 0) await running().moveOn(7);
        expect(await walletOf(story.seller)).toBe(credit);
        await running().as(story.way, story.seller, async (investor) => {
          const { text, html } = await investor.visit("/wallet?tab=portfolio");
          expect(text).toContain(`$${(credit / 100).toFixed(2)}`);
          expect(html).not.toContain(
            `class="flex rounded-md border border-peat-30 bg-paper hover:bg-barley" href="/stakes/${story.stakeId}"`,
          );
        });
      },
    );

    describe("the program that anybody can run", () => {
      const folder = mkdtempSync(join(tmpdir(), "kept-round-"));
      afterAll(() => rmSync(folder, { recursive: true, force: true }));
      const verify = (...words: string[]) =>
        new Promise<{ code: number; said: string }>((resolve) => {
          execFile(process.execPath, ["public/verify-audit.mjs", ...words], (error, said, wrong) =>
            resolve({ code: error ? Number(error.code) : 0, said: `${said}${wrong}` }),
          );
        });
      const fileOf = async ({ caskId }: Story) => {
        const answer = await fetch(`${running().origin}/audit/market/${caskId}/${month}.json`);
        expect(answer.status).toBe(200);
        return (await answer.json()) as Round;
      };

      step("computes the same price", async (story) => {
        const { code, said } = await verify(running().origin, "--auction", `${story.caskId}/${month}`);
        expect([code, said]).toEqual([0, expect.stringMatching(/^PASS /)]);
        expect((await fileOf(story)).price).toBe((await roundOf(story)).price);
        expect(said).toContain(`1 stakes at ${(await roundOf(story)).price} cents`);
      });

      const [first] = stories;
      it.each([
        ["an order's limit", (round: Round) => ((round.book[0] ?? expect.fail()).limit += 1), /FAIL .*book\[\d+\]/],
        ["a fill", (round: Round) => ((round.fills[0] ?? expect.fail()).filled += 1), /FAIL .*fills/],
        ["the price", (round: Round) => (round.price -= 1), /FAIL .*price/],
      ])("says FAIL and names it, once %s is changed", async (_, change, said) => {
        const round = await fileOf(first ?? expect.fail());
        change(round);
        const path = join(folder, "round.json");
        writeFileSync(path, JSON.stringify(round));
        const answer = await verify("--auction", path);
        expect([answer.code, answer.said]).toEqual([1, expect.stringMatching(said)]);
      });
    });
  });
}
