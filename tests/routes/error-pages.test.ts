import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { errorPageOf, errorPages } from "~/content/error-pages";
import { siteTexts } from "~/content/site-texts";
import { errorDocument } from "~/error-document";
import { createTestContext, type TestContext } from "../support/context";
import { formPost, get, type Person, putCask, signIn } from "../support/people";
import { giveRipeStake } from "../support/holdings";
import { openApp } from "../support/serve-app";
import { servePage, wordsIn } from "../support/serve-page";
import { BANK } from "../support/wallet";

// Every error page says what happened, whether money moved, and what to do.

async function ask(context: TestContext, request: Request) {
  const asked = context.next();
  const response = await servePage(request, asked);
  const html = await response.text();
  return { status: response.status, headers: response.headers, html, words: wordsIn(html), requestId: asked.requestId };
}

const page = (path: string, person: Person | null = null) => get(`http://localhost:8787${path}`, person?.cookie);

it("a page that is not there says so and offers a way on, signed in or signed out", async () => {
  const context = createTestContext();
  const person = await signIn(context);
  for (const [path, who] of [
    ["/no-such-page", null],
    ["/operator", person],
    ["/operator/casks", person],
    ["/cask-information?cask=csk_none", person],
    ["/payment-success?payment=pay_none", person],
  ] as const) {
    const { status, words, html } = await ask(context, page(path, who));
    expect(status, path).toBe(404);
    expect(words, path).toContain("This page does not exist");
    expect(words, path).not.toMatch(/Reference|stack|\bat \w+\.|undefined/);
    const inTheApp = path.startsWith("/cask-information");
    expect(html, path).toMatch(
      inTheApp ? /<a[^>]+href="\/invest"[^>]*>All casks<\/a>/ : /<a[^>]+href="\/"[^>]*>Go to the start page<\/a>/,
    );
    expect(html.includes(`aria-label="${siteTexts.mainMenu}"`), path).toBe(inTheApp);
    expect(html, path).toContain('href="/customer-support"');
  }
});

it("a form that is not ours is not shown as our mistake: nothing moved, and there is no reference", async () => {
  const context = createTestContext();
  const person = await signIn(context);
  for (const path of ["/wallet", "/stripe-secure?product=joining-fee"]) {
    const { status, words } = await ask(context, formPost(`http://localhost:8787${path}`, person.cookie, { x: "y" }));
    expect(status, path).toBe(400);
    expect(words, path).toContain("We could not read this");
    expect(words, path).toContain("No money moved because of this.");
    expect(words, path).not.toMatch(/Reference|mistake is ours/);
  }
  expect(context.logged.filter(({ event }) => event === "error")).toEqual([]);
});

it("a page that breaks is a 500 that shows only a reference, also found in the log, and says what becomes of a payment", async () => {
  const context = createTestContext();
  const person = await signIn(context);
  await context.db.run(sql`ALTER TABLE casks RENAME TO casks_gone`);
  try {
    const { status, words, html, requestId } = await ask(context, page("/invest", person));
    expect(status).toBe(500);
    expect(words).toContain("Something went wrong");
    expect(words).toContain(`Reference: ${requestId}`);
    expect(words).toContain("do not pay again");
    expect(html).toMatch(/<a[^>]+href="\/wallet"[^>]*>Go to wallet<\/a>/);
    expect(html).not.toMatch(/SQLITE|D1_ERROR|no such table|casks_gone|SELECT\s/i);
    expect(html).not.toContain(person.userId);
    expect(context.logged.filter(({ event }) => event === "error")).toMatchObject([{ fields: { requestId } }]);
  } finally {
    await context.db.run(sql`ALTER TABLE casks_gone RENAME TO casks`);
  }
});

describe("an error that no route renders", () => {
  it("says how many queries it made, and not how much they read: rows tell whether there is something", async () => {
    const app = openApp();
    const { headers } = await app.ask("/get-started?mode=login");
    expect(headers.get("Server-Timing")).toMatch(/^d1;desc="round trips \d+"$/);
  });

  it.each([403, 404, 413, 429, 500, 503])("is rendered for %i", async (status) => {
    const answer = await errorDocument(status);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(errorPages[errorPageOf(status)].title);
  });
});

it("an answer without a body becomes a page for people, and stays empty for programs", async () => {
  const context = createTestContext();
  const person = await signIn(context);
  const ask = (headers: Record<string, string>) =>
    openApp().ask("/certificates/crt_none.pdf", { headers: { Cookie: person.cookie, ...headers } });
  const shown = await ask({ "Sec-Fetch-Mode": "navigate", Accept: "text/html" });
  expect([shown.status, shown.text.includes("This page does not exist")]).toEqual([404, true]);
  expect(await ask({})).toMatchObject({ status: 404, text: "" });
  const elsewhere = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate" };
  const refused = await openApp().ask("/logout", { method: "POST", headers: elsewhere });
  expect(refused.status).toBe(403);
  for (const text of ["You cannot open this", "No money moved because of this."]) expect(refused.text).toContain(text);
});

describe("a database that takes no write", () => {
  it.each([
    ["/personal-details", { full_name: "Asha Rao", address: "Pune 411001" }, "Something went wrong. Please try again."],
    ["/bank-details", BANK, "Something went wrong. Please try again."],
    ["/wallet?tab=portfolio&dialog=withdraw", { intent: "withdraw", ...BANK }, "Error during withdrawal."],
    ["/personal-details", { email: "no address" }, "Enter an email address like name@example.com."],
  ])("leaves the page %s with its error and what was typed", async (path, fields, alert) => {
    const context = createTestContext();
    const person = await signIn(context);
    await giveRipeStake(context, person, await putCask(context));
    const typed = "full_name" in fields ? { ...fields, email: person.email } : fields;
    // Each of these writes into the log, in the same batch.
    await context.db.run(sql`CREATE TRIGGER log_is_full BEFORE INSERT ON audit_log BEGIN
      SELECT RAISE(ABORT, 'The log cannot grow'); END`);
    const answer = await openApp().submit(path, typed, person);
    await context.db.run(sql`DROP TRIGGER log_is_full`);
    expect([answer.status, answer.location]).toEqual(["email" in fields ? 400 : 500, null]);
    expect(answer.text).toContain(alert);
    for (const [name, value] of Object.entries(typed).filter(([name]) => name !== "intent" && name !== "address"))
      expect(answer.text, name).toContain(`value="${value}"`);
  });
});
