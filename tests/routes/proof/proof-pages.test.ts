import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { waitsInWords } from "~/areas/proof/read-figures";
import { waysOut, waysOutNow } from "~/content/ways-out-texts";
import { addDays, dateOf, DAY_MS } from "~/domain/calendar-date";
import { addPaper } from "../../support/proved";
import { LATEST_KEY } from "~/domain/audit/audit-files";
import { auditDeps, makeAudit } from "../../support/audits";
import { publishDay as publishAudit } from "../../support/published-audit";
import { createTestContext } from "../../support/context";
import { openExits, soldToday } from "../../support/exits";
import { emptyMinuteCache } from "../../support/fresh-bindings";
import { giveStake, monthsAgo } from "../../support/holdings";
import { putCask, signIn } from "../../support/people";
import { openApp } from "../../support/serve-app";

// The public pages of proof, asked for by a stranger.

const app = openApp();
const context = createTestContext();
const { db } = context;
const today = dateOf(context.nowMs());
const WAITS = { count: 12, figures: { medianMs: 9 * 3_600_000, slowestMs: 3 * DAY_MS, late: 2 } };
let casks: { held: string; sold: string };
let hashes: { shown: string; hidden: string };

/** The page drawn for this request: a copy that is kept for a minute is deleted first. */
async function ask(path: string) {
  await app.settled();
  await emptyMinuteCache(path);
  return app.ask(path, {});
}
const words = async (path: string) => (await ask(path)).text.replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");

beforeAll(async () => {
  const holder = await signIn(context);
  casks = {
    held: await putCask(context, { name: "Held Hogshead" }),
    sold: await putCask(context, { name: "Sold Butt" }),
  };
  await giveStake(context, holder, casks.held, { purchasedAtMs: monthsAgo(context, 3) });
  await giveStake(context, holder, casks.sold, { purchasedAtMs: monthsAgo(context, 30) });
  hashes = {
    shown: (await addPaper(context, casks.held, { kind: "insurance", expiresOn: addDays(today, -3) })).sha256,
    hidden: (await addPaper(context, casks.held, { kind: "contract", visibility: "holders" })).sha256,
  };
  await db.run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, author, created_at_ms) VALUES
    ('val_page_1', ${casks.held}, '2026-01-01', 99900, 'opinion', 'Guess', 'Sample & Sons', 'broker', ${context.nowMs() - 9 * DAY_MS})`);
  await db.run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, reason, supersedes_id, created_at_ms)
    VALUES ('val_page_2', ${casks.held}, '2026-01-01', 49900, 'opinion', 'Guess', 'Sample & Sons', 'Typed twice as much', 'val_page_1', ${context.nowMs() - 8 * DAY_MS})`);
  const exits = await openExits(context);
  await exits.confirmed(casks.sold, soldToday(context, { grossCents: 300_000 }));
  await makeAudit(auditDeps(context));
  // The pages below are those of before the first audit was published, or show one of their own.
  await env.PROOF.delete(LATEST_KEY);
});

describe("the pages of proof", () => {
  it("set the ways out side by side, with what each has paid so far or that it is too few to say", async () => {
    const few = await words("/ways-out");
    for (const { title, costs, restsOn } of waysOut)
      for (const said of [title, costs, restsOn]) expect(few).toContain(said);
    expect(few).toContain("1 cask has ended: 1 sold, 0 bought back by us. 1 of 1 lost money.");
    expect(few).toMatch(/0 paid since [^.]*\. So few say nothing about the next one\./);
  });

  it("tell what each way has paid where it is not too few", () => {
    const ways = waysOutNow({
      from: "2026-08-22",
      returns: { count: 12, paidCents: 123_456 },
      resales: 2,
      exits: { ended: 5, sales: 4, lost: 1 },
      bids: { put: 3, accepted: 1, declined: 1 },
      resale: { isOpen: false, feeBasisPoints: 150 },
    });
    expect(ways.map(({ told }) => told)).toEqual([
      "12 paid since 22 Aug 2026, $1,234.56 in all.",
      "5 casks have ended: 4 sold, 1 bought back by us. 1 of 5 lost money.",
      "3 bids were put to holders: 1 accepted, 1 not.",
      "2 stakes sold to other investors.",
    ]);
  });

  it("answer six questions, and say what they do not prove", async () => {
    const text = await words("/proof");
    expect(text.match(/<h2 class="display text-lg">[^<]*\?<\/h2>/g)).toEqual(
      [
        "Does the cask exist?",
        "Is it mine?",
        "Was it sold twice?",
        "Is the price honest?",
        "Can I get out?",
        "Who pays me?",
      ].map((question) => `<h2 class="display text-lg">${question}</h2>`),
    );
    for (const cheat of ["the warehouse keeper lies", "we invent a cask", "returns are paid with new money"])
      expect(text).toContain(cheat);
    expect(text).toContain("Proof of reserves is not an audit by an accountant");
    for (const href of text.matchAll(/<a href="(\/(?!audit)[^"#]*)"/g))
      expect((await ask(href[1] ?? "")).status, href[1]).toBeLessThan(400);
  });
});

describe("the newest figures beside the six questions", () => {
  it("are those of the day before, with bad news marked", async () => {
    const text = await words("/proof");
    expect(text).toMatch(/\d+ casks? on sale or held\. 0 confirmed by the warehouse within 35 days\./);
    expect(text).toContain("1 cask ended, 1 with a loss.");
    expect(text).toContain("So far, no sold cask had been valued.");
  });

  it("give the times that people waited beside what we promise, or say that they are too few", async () => {
    const text = await words("/proof");
    const section = text.slice(text.indexOf('<section id="times"'), text.indexOf('<section id="limits"'));
    const said = section.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
    expect(said).toMatch(/Certificates Ready in 48 hrs.* Too few yet to measure: \d\./);
    expect(waitsInWords(WAITS)).toBe("Half were done within 9 hours, the slowest took 3 days. Late: 2 of 12.");
  });

  it("tell a FAIL with its reason, and more owed than held, as plainly as a PASS", async () => {
    const casks = [
      { id: "csk_a", stakes: 40, issued: 30 },
      { id: "csk_b", stakes: 1200, issued: 700 },
      { id: "csk_sold", stakes: 10, issued: 0, sold: 7 },
    ];
    await publishAudit("2026-11-20", casks);
    const passed = await words("/proof");
    expect(passed).toContain("20 Nov 2026: PASS. 1,250 stakes of 3 casks counted.");
    expect(passed).toContain("730 stakes held, 730 certificates valid.");
    expect(passed).toContain(
      "$2,000.00 held for investors, $1,234.56 owed. So far, 1 cask sold to others and 0 bought back by us.",
    );
    const wrong = await publishAudit("2026-11-21", casks, { result: "FAIL", reason: "casks: 1 not right (csk_b)" });
    const money = { ...wrong.money, held_cents: 100 };
    await publishAudit("2026-11-21", casks, { result: "FAIL", reason: "casks: 1 not right (csk_b)", money });
    const failed = await words("/proof");
    const lineOf = (start: string) =>
      new RegExp(`<p class="([^"]*)">21 Nov 2026: ${start}[^<]*`).exec(failed) ?? ["none", "none"];
    expect(lineOf("FAIL")[0]).toContain("casks: 1 not right (csk_b)");
    for (const start of ["FAIL", "\\$1.00 held"]) expect(lineOf(start)[1], start).toContain("border-brick");
    expect(lineOf("730 stakes")[1]).toContain("border-moss");
    await env.PROOF.delete(LATEST_KEY);
  });
});

describe("a cask's page of proof", () => {
  it("shows every kind of document: what is missing, what has expired, what is for holders", async () => {
    const text = await words(`/evidence?cask=${casks.held}`);
    const place = (name: string) =>
      text.slice(text.indexOf(`>${name}</h3>`), text.indexOf("</li>", text.indexOf(`>${name}</h3>`)));
    expect(place("Insurance")).toContain("expired");
    expect(place("Insurance")).toContain(`href="/evidence/documents/${hashes.shown}"`);
    expect(place("Contract")).toContain("for holders");
    expect(place("Contract")).not.toContain("href=");
    for (const name of ["Delivery order", "Warehouse confirmation", "Gauge", "Photo"])
      expect(place(name)).toContain("missing");
    expect(text).toContain('<strong class="text-amber">5 of 6 documents missing or expired</strong>');
    expect(text.match(/you have only our word/g)).toHaveLength(1);
  });

  it("strikes a corrected value through, with the day and the reason, and says who gains", async () => {
    const text = await words(`/evidence?cask=${casks.held}`);
    expect(text).toMatch(/<s [^>]*><span[^>]*>\$999\.00<\/span><\/s>/);
    expect(text).toContain("Reason: Typed twice as much");
    expect(text).toContain("a broker. A broker may buy or sell the cask later");
    expect(text).toContain("Read it as ours");
  });

  it("is not found for a cask that was never for sale", async () => {
    const draft = await putCask(context, { published: false });
    expect((await ask(`/evidence?cask=${draft}`)).status).toBe(404);
  });
});

describe("a public document", () => {
  it("is served under its hash, safe to open, and may be cached", async () => {
    const { status, headers, text } = await ask(`/evidence/documents/${hashes.shown}`);
    expect([status, text]).toEqual([200, `%PDF-1.7 insurance of ${casks.held}`]);
    expect(headers.get("Content-Type")).toBe("application/pdf");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Content-Disposition")).toBe('inline; filename="insurance-2026-01-01.pdf"');
    expect(headers.get("Cache-Control")).toContain("public");
  });

  it("is not found if it is for holders only, or if the hash is not one", async () => {
    for (const asked of [hashes.hidden, "0".repeat(64), "x", "..%2F..%2Fproof%2Fexits"])
      expect((await ask(`/evidence/documents/${asked}`)).status).toBe(404);
  });
});

describe("a sold cask", () => {
  // $3,000 less $123.45 by ten stakes: $287.65 each.
  const sell = async (caskId: string) =>
    (await openExits(context)).confirmed(caskId, soldToday(context, { grossCents: 300_000 }));
  const put = (caskId: string, valueCents: number, tier: "issue" | "opinion", valuedOn: string) =>
    db.run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, created_at_ms)
      VALUES (${context.newId("val")}, ${caskId}, ${valuedOn}, ${valueCents}, ${tier}, 'Guess', 'Sample & Sons', ${context.nowMs() - 9 * DAY_MS})`);

  it("is shown with its loss after all fees", async () => {
    const text = await words("/exits");
    const own = text.slice(text.indexOf(`id="${casks.sold}"`));
    // Less $500 and the joining fee of $10.
    for (const said of ["Sold Butt", "−$222.35 loss", "never valued"]) expect(own).toContain(said);
  });

  it("says how right its values were, and in its file, or that no one knows", async () => {
    const valued = await putCask(context, { name: "Valued Hogshead" });
    await put(valued, 50_000, "opinion", addDays(today, -3));
    expect(await words("/exits")).toContain("No sold cask had a value before its sale");
    const ended = await putCask(context, { name: "Ended Butt" });
    await put(ended, 40_000, "issue", "2024-01-01");
    await put(ended, 35_956, "opinion", addDays(today, -30));
    await sell(ended);
    const text = await words("/exits");
    // $287.65 is 28.1% less than $400.00 and 20% less than $359.56.
    expect(text).toContain("2 values. Half of them were off by 28.1% or less.");
    expect(text).toContain("in the worst case 28.1% less");
    expect(text).toContain("Too few to tell how right the next value will be.");
    expect(text).toMatch(/opinion, any age.*?>1<.*?20\.0%.*?−20\.0%/s);
    expect(text).toContain("--values");
    expect(text).toMatch(/Ended Butt.*\$359\.56, opinion.*\$287\.65/s);
    const list = JSON.parse((await ask("/exits.json")).text) as { exits: { caskId: string }[] };
    expect(list.exits.find(({ caskId }) => caskId === ended)).toMatchObject({ values: [{ valueCents: 40_000 }, {}] });
  });
});
