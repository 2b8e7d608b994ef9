import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { legalLinks } from "~/content/company";
import * as logout from "~/routes/logout/route";
import * as personalDetails from "~/routes/personal-details/route";
import * as settings from "~/routes/settings/route";
import { createTestContext, type TestContext } from "../../support/context";
import { type Person, signIn } from "../../support/people";
import { attributeOf, elementIn, fieldsIn, formsIn, linksIn, rowsIn, visibleText } from "../../support/read-html";
import { readPage } from "../../support/serve-page";
import { call, tokenOf } from "../api/support/client";
import { Visitor } from "../login/visitor";
import { open, post } from "../../support/ask-route";

describe("the settings of a person", () => {
  const context = createTestContext();
  const settingsOf = async (person: Person) => (await open(context, settings, "/settings", person.cookie)).data;

  it("lead to support and the legal pages below the rest", async () => {
    const { html } = await readPage(context, await signIn(context), "/settings");
    for (const { href } of legalLinks) expect(html.slice(html.indexOf("Logout")), href).toContain(`href="${href}"`);
  });

  it("say so when they cannot be read, and show no values", async () => {
    const person = await signIn(context);
    const db = Object.assign(Object.create(context.db) as typeof context.db, {
      batch: () => Promise.reject(new Error("D1 is away")),
    });
    const broken = { ...context, next: () => ({ ...context.next(), db }) };
    const { response, data } = await open(broken, settings, "/settings", person.cookie);
    expect(response.status).toBe(500);
    expect(data).toMatchObject({ alert: "Error fetching user data", personal: { email: "" } });
  });

  describe("personal details", () => {
    const save = (person: Person, fields: Record<string, string>) =>
      post(context, personalDetails, "/personal-details", person.cookie, fields);

    it("are saved and lead back to the settings, which say so once", async () => {
      const person = await signIn(context);
      const saved = await save(person, {
        full_name: "  Asha\tRao ",
        email: person.email.toUpperCase(),
        address: " 12 Hill Road\r\nPune 411001 ",
      });
      expect([saved.response.status, saved.location, saved.trips.count]).toEqual([303, "/settings", 1]);
      const { data } = await open(context, settings, "/settings", `${person.cookie}; ${saved.cookies[0]}`);
      expect(data).toMatchObject({
        personal: { fullName: "Asha Rao", email: person.email, address: "12 Hill Road\nPune 411001" },
        toast: { kind: "success", text: "User updated successfully!" },
      });
      expect(context.mailer.sent).toEqual([]);
      const log = await context.db.all(sql`SELECT actor, action, detail FROM audit_log
        WHERE subject = ${`user:${person.userId}`}`);
      expect(log).toEqual([{ actor: `user:${person.userId}`, action: "personal-details-changed", detail: null }]);
    });

    it("may be emptied, and a form without the email field leaves the email alone", async () => {
      const person = await signIn(context);
      await save(person, { full_name: "Asha", email: person.email, address: "Pune" });
      expect((await save(person, { full_name: "", address: "" })).location).toBe("/settings");
      expect(await settingsOf(person)).toMatchObject({ personal: { fullName: "", address: "", email: person.email } });
    });

    it("with the email address emptied save nothing at all, and say which field it is", async () => {
      const person = await signIn(context);
      await save(person, { full_name: "Asha", email: person.email, address: "Pune" });
      const { response, data, trips } = await save(person, { full_name: "Other", email: "", address: "" });
      expect([response.status, trips.count <= 2]).toEqual([400, true]);
      const problem = "An email address can be changed, but not removed. Nothing was saved.";
      expect(data).toMatchObject({ errors: { email: problem }, alert: `Failed to update user: ${problem}` });
      const kept = { fullName: "Asha", address: "Pune", email: person.email };
      expect(await settingsOf(person)).toMatchObject({ personal: kept });
    });
  });

  describe("the words of the settings and their forms", () => {
    const page = async (person: Person, path: string) => (await readPage(context, person, path)).html;
    const buttons = (html: string) => formsIn(html).map((form) => form.buttons.map(({ text }) => text));

    it("settings: logo, Logout, the two cards with their placeholders, and where Edit and Add lead", async () => {
      const person = await signIn(context);
      const html = await page(person, "/settings");
      // The logo is a drawing with the name beside it, above both cards.
      expect(html.slice(html.indexOf("<main"), html.indexOf("<h1"))).toMatch(/<svg\b.*<\/svg>Dunnage</s);
      const [personal = "", bank = ""] = ["Personal details", "Bank details"].map((title) =>
        elementIn(html, "section", new RegExp(`<h2[^>]*>${title}</h2>`)),
      );
      expect(rowsIn(personal).map(([label, value]) => [label, value.replaceAll(" ", "")])).toEqual([
        ["Full name", "Addfullname"],
        ["Phone", "–notaddedAddphonenumber"],
        ["Email", person.email],
        ["Country", "India"],
        ["Address", "Addresidentialaddress"],
      ]);
      expect(linksIn(personal)).toEqual([
        { text: "Edit personal details", href: "/personal-details" },
        { text: "Add phone number", href: "/phone-number" },
      ]);
      expect(rowsIn(bank).map(([label]) => label)).toEqual([
        "Bank name",
        "Account holder name",
        "Account number",
        "IFSC code",
        "Swift/BIC",
        "Branch address",
      ]);
      expect(linksIn(bank)).toEqual([{ text: "Add bank details", href: "/bank-details" }]);
      expect(visibleText(elementIn(html, "form", /action="\/logout"/))).toBe("Logout");
      const phone = "919012345601";
      await context.db.run(sql`UPDATE users SET email = NULL, phone = ${phone} WHERE id = ${person.userId}`);
      expect(Object.fromEntries(rowsIn(await page(person, "/settings")))).toMatchObject({
        Phone: "+91 9012345601 Change phone number",
        Email: "Add email address",
      });
    });

    it("personal details: full name, email, a multi-line address with the PIN code hint; Back and Save", async () => {
      const html = await page(await signIn(context), "/personal-details");
      for (const text of ["Full name", "Email", "Address", "PIN code"]) expect(visibleText(html)).toContain(text);
      expect(fieldsIn(html, "full_name")).toHaveLength(1);
      expect(fieldsIn(html, "email").map((tag) => attributeOf(tag, "type"))).toEqual(["email"]);
      expect(fieldsIn(html, "address")).toEqual([expect.stringMatching(/^<textarea/)]);
      expect(linksIn(html)).toContainEqual({ text: "Back", href: "/settings" });
      expect(buttons(html)).toEqual([["Save"]]);
    });

    it("bank details: four fields, a numeric account number, a multi-line branch address; Save", async () => {
      const html = await page(await signIn(context), "/bank-details");
      const labels = ["Account holder's name", "Bank name", "IFSC code", "Account number", "Branch address"];
      for (const text of labels) expect(visibleText(html)).toContain(text);
      for (const name of ["holder_name", "bank_name", "ifsc_code"])
        expect(fieldsIn(html, name), name).toEqual([expect.stringMatching(/^<input/)]);
      expect(fieldsIn(html, "account_number").map((tag) => attributeOf(tag, "inputmode"))).toEqual(["numeric"]);
      expect(fieldsIn(html, "branch_address")).toEqual([expect.stringMatching(/^<textarea/)]);
      expect(buttons(html)).toEqual([["Save"]]);
    });
  });

  it("lead to notices that show what they asked us with our answers, to them alone", async () => {
    const person = await signIn(context);
    const other = await signIn(context);
    const operator = await signIn(context, { operator: true });
    const requestId = context.newId("sup");
    await context.db
      .run(sql`INSERT INTO support_requests (id, number, user_id, name, email, kind, message, content_mark, created_at_ms, answered_at_ms)
      VALUES (${requestId}, 'kmpq2345', ${person.userId}, 'Asha', ${person.email}, 'cask', 'Where is it?', ${requestId}, 1, 2)`);
    await context.db.run(sql`INSERT INTO support_answers (id, request_id, operator_id, body, created_at_ms)
      VALUES (${`${requestId}a`}, ${requestId}, ${operator.userId}, 'In bond.', 2)`);
    const shown = (await readPage(context, person, "/notices")).html;
    for (const words of ["kmpq-2345", "Where is it?", "In bond.", "answered"]) expect(shown).toContain(words);
    expect((await readPage(context, other, "/notices")).html).not.toContain("In bond.");
  });
});

describe("'Log out everywhere'", () => {
  let context: TestContext;
  let person: Person;
  let serial = 0;
  beforeEach(async () => {
    context = createTestContext({ ip: `198.51.100.${100 + ++serial}` });
    person = await signIn(context);
  });

  const everywhere = (cookie: string) => post(context, logout, "/logout", cookie, { intent: "everywhere" });
  const opens = async (cookie: string) => (await open(context, settings, "/settings", cookie)).location === null;

  it("ends this device, every other one and the programs, and leaves other people alone", async () => {
    const other = new Visitor(context);
    await other.signInByEmail(person.email);
    const otherCookie = `session=${other.cookies.get("session") ?? ""}`;
    const token = await tokenOf(context, person);
    const stranger = await signIn(context);
    expect([await opens(person.cookie), await opens(otherCookie)]).toEqual([true, true]);
    const left = await everywhere(person.cookie);
    expect([left.response.status, left.location]).toEqual([303, "/#signed-out-everywhere"]);
    expect(left.response.headers.get("Clear-Site-Data")).toBe('"cache", "storage", "prefetchCache", "prerenderCache"');
    expect(left.cookies).toContain("session=");
    expect([await opens(person.cookie), await opens(otherCookie), await opens(stranger.cookie)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(await call(context, "GET", "/api/cask/get_casks", { token })).toMatchObject({ status: 401 });
    expect(
      await context.db.all(sql`SELECT action FROM audit_log WHERE actor = ${`user:${person.userId}`}
      AND action = 'all-sessions-ended'`),
    ).toHaveLength(1);
  });

  it("tapped twice says the same twice; from an ended session it ends no one's", async () => {
    const [first, second] = [await everywhere(person.cookie), await everywhere(person.cookie)];
    expect([first.location, second.location]).toEqual(Array(2).fill("/#signed-out-everywhere"));
    const owner = await signIn(context);
    await post(context, logout, "/logout", owner.cookie, {});
    const other = new Visitor(context);
    await other.signInByEmail(owner.email);
    expect((await everywhere(owner.cookie)).location).toBe("/#session-expired");
    expect(await opens(`session=${other.cookies.get("session") ?? ""}`)).toBe(true);
    expect((await everywhere("")).location).toBe("/#session-expired");
  });
});
