import { describe, expect, it } from "vitest";
import { bidTexts } from "~/content/bid-texts";
import { HttpJourney } from "../support/http-journey";
import { messagesTo } from "../support/outbox";
import { demoLogins, signInByEmail } from "../support/sign-in";
import { overHttp } from "../support/visitor";
import { activate, buyStake, type Life, publishWithout } from "../support/whole-life";

// A bid for a whole cask by the pages that people use: from its draft to the credit in the holders' wallets.

const { operator, secondOperator } = demoLogins;
const HOLDERS = { byMail: "by.mail@example.com", changes: "changes@example.com", silent: "silent@example.com" };
const DAY_MS = 86_400_000;
/** The fewest that a bid may be open. */
const OPEN_DAYS = 7;

export function testBid(running: () => Life): void {
  describe("a bid, over plain HTTP", () => {
    let [caskId, bidId, link] = ["", "", ""];

    const signIn = (email: string, mode = "login") => signInByEmail(email, `mode=${mode}`, running());
    const today = async (days = 0) =>
      new Date(Date.parse(await running().now()) + days * DAY_MS).toISOString().slice(0, 10);
    const step = (what: string, work: () => Promise<void>) =>
      it(what, async () => {
        await work();
        await running().booksBalance();
      });
    const votes = async () =>
      (
        await running().rows(`SELECT email || ' ' || choice AS vote FROM bid_votes JOIN users ON users.id = user_id
        WHERE bid_id = '${bidId}' ORDER BY bid_votes.id`)
      ).map(({ vote }) => vote);
    /** The newest mail to someone with this in its subject, once it was sent. */
    const mailTo = async (email: string, subject: string) => {
      const find = async () =>
        (await messagesTo(email, running().sandboxOrigin)).find((one) => one.subject.includes(subject));
      for (let ticks = 0; ticks < 10 && !(await find()); ticks++) await running().tick();
      return (await find())?.text ?? "";
    };

    step("three people hold the stakes of a cask", async () => {
      const visitor = overHttp(await signIn(operator));
      await visitor.visit("/operator/casks/new");
      const terms = {
        ...{ cask_name: "Glen Bidding", kind: "whisky", distillery: "Glen Bidding", cask_type: "hogshead" },
        ...{ launch_date: await today(), close_date: await today(30), cost_per_stake: "500", total_stakes: "3" },
        ...{ loa_litres: "123.4", abv: "63.4", warehouse: "Bond 3, Leith", distillery_information: "By the river." },
      };
      await visitor.submit(terms, "intent=save");
      caskId = visitor.at.url.pathname.split("/").at(-1) ?? "";
      await publishWithout(running(), "plain HTTP", caskId);
      for (const email of Object.values(HOLDERS)) {
        const holder = overHttp(await signIn(email, "sign-up"));
        await activate(holder);
        await buyStake(holder, caskId);
      }
    });

    step("one operator drafts it with the bidder's letter, another publishes it", async () => {
      const path = `/operator/casks/${caskId}?view=bid`;
      const first = await signIn(operator);
      await first.visit(path);
      const form = first.forms.find(({ fields }) => fields.some(({ name }) => name === "gross"));
      const sent = new FormData();
      for (const { name, value } of form?.fields.filter(({ type }) => type === "hidden") ?? []) sent.set(name, value);
      const terms = { bidder_kind: "bottler", gross: "1600", fees: "100.01", note: "For one bottling." };
      for (const [name, value] of Object.entries({ ...terms, closes_on: await today(OPEN_DAYS) }))
        sent.set(name, value);
      sent.set("file", new File(["%PDF-1.7 we offer"], "letter.pdf", { type: "application/pdf" }));
      expect((await first.fetch(`/operator/casks/${caskId}`, { method: "POST", body: sent })).status).toBe(303);
      await first.visit(path);
      expect(first.at.text).toContain("$499.99");
      expect(first.at.html).not.toContain('value="confirm-bid"');
      const second = await signIn(secondOperator);
      await second.visit(path);
      await second.submit({}, { button: "intent=confirm-bid" });
      expect(second.at.text).toContain("0 of 3");
      const [bid] = await running().rows(`SELECT id, state FROM bids WHERE cask_id = '${caskId}'`);
      expect(bid?.state).toBe("open");
      bidId = String(bid?.id);
    });

    step("one votes by the link in the mail, without a login; opening it votes for nothing", async () => {
      const text = await mailTo(HOLDERS.byMail, "Vote on a bid of $499.99 per stake for Glen Bidding");
      link = new URL(/https?:\/\/\S+\/bids\/[^\s)]+/.exec(text)?.[0] ?? "").pathname;
      const reader = new HttpJourney(running().origin);
      await reader.visit(link);
      expect(reader.at.text).toMatch(/You would be credited for your stake\s+\$499\.99/);
      expect(await votes()).toEqual([]);
      await reader.submit({}, { button: "choice=accept" });
      expect(reader.at.url.pathname).toBe(link);
      expect(reader.at.text).toContain("You voted to accept the bid.");
      expect(await votes()).toEqual([`${HOLDERS.byMail} accept`]);
    });

    step("another finds it in the wallet, declines, and changes to accept", async () => {
      const holder = await signIn(HOLDERS.changes);
      await holder.visit("/wallet?tab=portfolio");
      expect(holder.at.html).toContain(`href="/bids/${bidId}"`);
      await holder.visit(`/bids/${bidId}`);
      await holder.submit({}, { button: "choice=decline" });
      expect(holder.at.text).toContain("You voted to decline the bid.");
      await holder.submit({}, { button: "choice=accept" });
      expect(holder.at.text).toContain("You voted to accept the bid.");
      expect((await votes()).slice(1)).toEqual([`${HOLDERS.changes} decline`, `${HOLDERS.changes} accept`]);
    });

    step("no sale is proposed meanwhile, and operators see who is silent, not how the others voted", async () => {
      const visitor = await signIn(operator);
      await visitor.visit(`/operator/casks/${caskId}?view=bid`);
      expect(visitor.at.text).toContain("2 of 3");
      expect(visitor.at.text).toContain("1 holder has not answered");
      const sold = { sold_on: await today(), buyer_kind: "bottler", gross: "1600", fees: "100.01" };
      await visitor.post(`/operator/casks/${caskId}`, { ...sold, intent: "propose", net_per_stake: "499.99" });
      expect(await running().rows(`SELECT id FROM cask_exits WHERE cask_id = '${caskId}'`)).toEqual([]);
    });

    step("it closes: the silent one was reminded, and two of three stakes accept it", async () => {
      await running().moveOn(OPEN_DAYS + 1);
      const [bid] = await running()
        .rows(`SELECT state, issued_stakes AS issued, accepted_stakes AS accepted, declined_stakes AS declined
      FROM bids WHERE id = '${bidId}'`);
      expect(bid).toEqual({ state: "accepted", issued: 3, accepted: 2, declined: 0 });
      expect(await mailTo(HOLDERS.silent, "the bid was accepted")).toContain("2 of 3 stakes voted");
      const reminded = (subjects: string[]) => subjects.filter((subject) => subject.includes("You have not voted yet"));
      expect(reminded(await running().mailsTo(HOLDERS.silent))).toHaveLength(1);
      for (const email of [HOLDERS.byMail, HOLDERS.changes])
        expect(reminded(await running().mailsTo(email))).toEqual([]);
    });

    step("a late vote changes nothing, and the link shows the result", async () => {
      const reader = new HttpJourney(running().origin);
      await reader.visit(link);
      expect(reader.at.text).toContain(bidTexts.heads.accepted.title);
      await reader.post(link, { choice: "decline" });
      expect([reader.at.status, reader.at.text]).toEqual([409, expect.stringContaining(bidTexts.refused.closed)]);
      expect(await votes()).toHaveLength(3);
    });

    step(
      "it is sold with the figures that were accepted, and each holder is credited, the silent one too",
      async () => {
        const sale = `/operator/casks/${caskId}?view=sell`;
        const first = overHttp(await signIn(operator));
        const others = {
          sold_on: await today(),
          buyer_kind: "bottler",
          gross: "1500",
          fees: "0",
          net_per_stake: "500",
        };
        const proposed = () =>
          running().rows(`SELECT gross_cents AS gross, fees_cents AS fees FROM cask_exits WHERE cask_id = '${caskId}'`);
        await (await signIn(operator)).post(`/operator/casks/${caskId}`, { ...others, intent: "propose" });
        expect(await proposed()).toEqual([]);
        await first.visit(sale);
        // As the page fills it in.
        await first.submit({}, "intent=sell");
        await first.submit({}, "intent=propose");
        expect(await proposed()).toEqual([{ gross: 160_000, fees: 10_001 }]);
        const second = overHttp(await signIn(secondOperator));
        await second.visit(sale);
        await second.submit({}, "intent=confirm");
        await running().tick();
        const credited = await running().rows(`SELECT credits_total - debits_total AS cents FROM accounts
      JOIN users ON accounts.id = 'user:' || users.id || ':wallet' WHERE email IN ('${Object.values(HOLDERS).join("','")}')`);
        expect(credited).toEqual([{ cents: 49_999 }, { cents: 49_999 }, { cents: 49_999 }]);
        const silent = await signIn(HOLDERS.silent);
        await silent.visit("/wallet?tab=portfolio");
        expect(silent.at.text).toContain("$499.99");
        expect(silent.at.html).not.toContain(`href="/bids/${bidId}"`);
      },
    );
  });
}
