import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { nameTexts } from "~/content/name-texts";
import { createTestContext, type TestContext } from "../support/context";
import { type Person, putCask, signIn } from "../support/people";
import { type Answered, openApp } from "../support/serve-app";
import { keepLogQuiet } from "../support/quiet-log";

// A form that a browser sends and that is refused ends on a page that was asked for, so that Back and Reload work.

keepLogQuiet();

const app = openApp();
let context: TestContext;
let person: Person;
let serial = 0;
beforeEach(async () => {
  context = createTestContext();
  person = await signIn(context);
  serial += 1;
});

const BROWSER = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "document" };
const send = (path: string, cookie: string, fields: Record<string, string>, headers: object = BROWSER) =>
  app.ask(path, {
    method: "POST",
    headers: { ...headers, Cookie: cookie, "CF-Connecting-IP": `192.0.${serial}.7` },
    body: new URLSearchParams(fields),
  });
const open = (path: string, cookie: string) => app.ask(path, { headers: { ...BROWSER, Cookie: cookie } });
/** The page itself, and the mark that only the redirect after a refusal has. */
const placed = (location: string | null) => {
  const url = new URL(location ?? "", "https://app.test");
  const mark = url.searchParams.get("refused");
  url.searchParams.delete("refused");
  return { path: url.pathname + url.search, isMarked: /^[\w-]{8}$/.test(mark ?? "") };
};
const keptIn = ({ cookies }: Answered) => cookies.find((one) => one.startsWith("kept-answer="))?.split(";")[0] ?? "";
const rows = () => context.db.all<{ values_sealed: string }>(sql`SELECT values_sealed FROM kept_forms`);

const PERSONAL = { full_name: "Asha <b>&</b> Rao", email: "no address", address: "Pune" };

describe("a refused form of a browser", () => {
  it("leads back to its page, which shows errors and what was typed, again and again for a minute", async () => {
    const sent = await send("/personal-details", person.cookie, PERSONAL);
    expect([sent.status, sent.text]).toEqual([303, ""]);
    expect(placed(sent.location)).toEqual({ path: "/personal-details", isMarked: true });
    expect(sent.cookies.join()).toMatch(/kept-answer=[^;]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax/);
    const cookie = `${person.cookie}; ${keptIn(sent)}`;
    for (let load = 0; load < 2; load++) {
      const page = await open(sent.location ?? "", cookie);
      expect(page.status).toBe(400);
      expect(page.text).toContain("Enter an email address like name@example.com.");
      expect(page.text).toContain('value="no address"');
      expect(page.text).not.toMatch(/<\/?b>/);
    }
    expect((await rows()).every(({ values_sealed }) => !values_sealed.includes("no address"))).toBe(true);
    await env.DB.prepare("UPDATE kept_forms SET expires_at_ms = 1").run();
    const later = await open(sent.location ?? "", cookie);
    expect([later.status, later.text.includes("no address")]).toEqual([200, false]);
  });

  it("is a clean form when it is reopened from elsewhere, while Back and Reload still have what was typed", async () => {
    const sent = await send("/personal-details", person.cookie, PERSONAL);
    const cookie = `${person.cookie}; ${keptIn(sent)}`;
    const fresh = await open("/personal-details", cookie);
    expect([fresh.status, fresh.text.includes("no address")]).toEqual([200, false]);
    expect((await open(sent.location ?? "", cookie)).text).toContain('value="no address"');
    // Refused once more where it is: the same place, so that the way back grows no longer.
    const again = await send(sent.location ?? "", cookie, { ...PERSONAL, email: "still none" });
    expect(again.location).toBe(sent.location);
    const page = await open(again.location ?? "", `${person.cookie}; ${keptIn(again)}`);
    expect(page.text).toContain('value="still none"');
    // One user's mark does not open another's form.
    const forged = await open("/personal-details?refused=abcdefgh", cookie);
    expect([forged.status, forged.text.includes("no address")]).toEqual([200, false]);
  });

  it("is shown to no one else, on no other page, and not after the form was accepted", async () => {
    const sent = await send("/personal-details", person.cookie, PERSONAL);
    const other = await signIn(context);
    const here = sent.location ?? "";
    for (const [path, cookie] of [
      [here, other.cookie],
      ["/bank-details", person.cookie],
      ["/settings", person.cookie],
      [`${here}&x=1`, person.cookie],
    ] as const) {
      const page = await open(path, `${cookie}; ${keptIn(sent)}`);
      expect([page.status, page.text.includes("no address")], path).toEqual([200, false]);
    }
    const through = await send("/personal-details", `${person.cookie}; ${keptIn(sent)}`, { full_name: "Asha" });
    expect(through.location).toBe("/settings");
    expect(through.cookies.join()).toMatch(/kept-answer=; Max-Age=0/);
    const again = await send("/personal-details", `${person.cookie}; ${keptIn(sent)}`, PERSONAL);
    expect(again.cookies.filter((one) => one.startsWith("kept-answer="))).toHaveLength(1);
  });

  it("works for visitors, bank details, payments and codes too; a code is never kept", async () => {
    const login = await send("/get-started?mode=login", "", { email: "nobody" });
    expect(placed(login.location).path).toBe("/get-started?mode=login");
    const form = await open(login.location ?? "", keptIn(login));
    expect([form.status, form.text.includes('value="nobody"')]).toEqual([400, true]);

    const bank = await send("/bank-details", person.cookie, { bank_name: "x".repeat(600), account_number: "42424242" });
    expect(placed(bank.location).path).toBe("/bank-details");
    expect((await open(bank.location ?? "", `${person.cookie}; ${keptIn(bank)}`)).text).toContain('value="42424242"');

    const paid = await send("/stripe-secure?product=joining-fee&tab=card", person.cookie, {
      paymentMode: "Bank",
      product: "joining-fee",
    });
    expect(placed(paid.location).path).toBe("/stripe-secure?product=joining-fee&tab=card");
    expect((await open(paid.location ?? "", `${person.cookie}; ${keptIn(paid)}`)).status).toBe(409);

    const begun = await send("/get-started?mode=login", "", { email: `kept-${serial}@example.com` });
    const flow = begun.cookies.find((one) => one.startsWith("login="))?.split(";")[0] ?? "";
    const guess = await send("/enter-OTP", flow, { otp: "12345" });
    const page = await open(guess.location ?? "", `${flow}; ${keptIn(guess)}`);
    expect([guess.status, page.status]).toEqual([303, 400]);
    expect(page.text).toContain("Please enter the complete 6-digit OTP.");
    expect(page.text).toMatch(/id="digit-1"[^>]* value="12345"/);
  });

  it("keeps a name for a certificate that has to be given in Latin letters, on the page that asks for it", async () => {
    for (const path of [`/stripe-secure?cask=${await putCask(context)}&tab=card`, "/personal-details"]) {
      const cask = /cask=(\w+)/.exec(path)?.[1] ?? "";
      const buying = { paymentMode: "Bank", cask, full_name: "รวี <b>" };
      const sent = await send(path, person.cookie, cask ? buying : { full_name: "รวี <b>", name_on_certificate: "" });
      expect([sent.status, placed(sent.location).path]).toEqual([303, path]);
      const page = await open(sent.location ?? "", `${person.cookie}; ${keptIn(sent)}`);
      expect(page.status).toBe(400);
      expect(page.text).toContain('value="รวี &lt;b&gt;"');
      expect(page.text).toContain(nameTexts.needed);
      expect(page.text).toMatch(/<input[^>]*name="name_on_certificate"/);
      expect(page.text).not.toContain("Add your full name first");
    }
  });

  it("is answered at once to a program, and to a network that has had many kept", async () => {
    const program = await send("/personal-details", person.cookie, PERSONAL, {});
    expect([program.status, program.text.includes("no address"), keptIn(program)]).toEqual([400, true, ""]);
    const answers: number[] = [];
    for (let n = 0; n < 32; n++) answers.push((await send("/get-started?mode=login", "", { email: "x" })).status);
    expect(answers).toEqual([...Array<number>(30).fill(303), 400, 400]);
  });
});
