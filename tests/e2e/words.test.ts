import { describe, expect, it } from "vitest";
import { visibleText } from "./support/html-forms";
import { attributeOf, elementIn, fieldsIn, linksIn, readWords as read, rowsIn } from "./support/read-page";
import { demoLogins, signInByEmail, signInByPhone } from "./support/sign-in";

// The specified texts, read off the pages as visitors see them.

function expectWords(text: string, words: readonly string[]) {
  for (const word of words) expect(text).toContain(word);
}

describe("the words of the signed-in pages", () => {
  it("invest: labels, states and buttons of the cards", async () => {
    const text = await read(await signInByEmail(demoLogins.investor), "/invest");
    expectWords(text, [
      "Welcome",
      "Cost per stake",
      "Stakes available",
      "Launches",
      "Closes",
      "Closed",
      "Sold out",
      "Cask details",
      "Buy stake",
    ]);
    expect(text).not.toContain("Activate Account");
  });

  it("invest before activation: the bar with the fee, and nothing to buy", async () => {
    const text = await read(await signInByEmail(demoLogins.newcomer), "/invest");
    expectWords(text, ["Activate Account - $10.00", "Sold out", "Locked"]);
    expect(text).not.toContain("Buy stake");
  });

  it("cask information: cost, stakes to buy, buying and earning steps; 'Locked' before activation", async () => {
    const path = "/cask-information?cask=csk_demo_strathquill";
    const open = await read(await signInByEmail(demoLogins.investor), path);
    expectWords(open, [
      "Cost of ONE stake $500.00",
      "Buy your stake on the launch date, or on any day until the close date.",
      "Stake ownership is added to your portfolio",
      "No stakes can be bought after the close date.",
      "Profit, if there is any, is added to your wallet when the cask is sold in 24 months.",
      "Hold your stake for 24 months or more.",
      "After that the stake can be sold back.",
      "Profit goes to your wallet, or you withdraw it to your bank.",
    ]);
    expect(open).toMatch(/Stakes available to buy \d+ of \d+ /);
    expect(open).not.toContain("Locked");
    const locked = await read(await signInByEmail(demoLogins.newcomer), path);
    expectWords(locked, ["Cost of ONE stake Locked", "Stakes available to buy Locked"]);
  });

  it("payment: tabs, summary of a stake, summary of the joining fee", async () => {
    const investor = await signInByEmail(demoLogins.investor);
    expectWords(await read(investor, "/stripe-secure?cask=csk_demo_strathquill"), [
      "Bank card",
      "Crypto",
      "$500.00",
      "USD",
      "Incl. 5 years storage & insurance",
      "Cask stake added to wallet",
      "Ownership certificate added to wallet",
      "Reward tokens added to wallet",
      "Proceed to payment",
    ]);
    const newcomer = await signInByEmail(demoLogins.newcomer);
    const fee = await read(newcomer, "/stripe-secure?product=joining-fee");
    expectWords(fee, ["Joining fee", "$10.00", "Proceed to payment"]);
    expect(fee).not.toContain("Incl. 5 years storage & insurance");
    expectWords(await read(newcomer, "/stripe-secure?product=joining-fee&tab=crypto"), [
      "Pay with crypto",
      "Proceed to payment",
    ]);
  });

  it("wallet: the labels of the portfolio and of the rewards before the first purchase", async () => {
    const investor = await signInByEmail("words@example.com");
    expectWords(await read(investor, "/wallet?tab=portfolio"), [
      "Total invested",
      "Returns till date",
      "Not valued yet",
      "Paid out",
      "Available in wallet",
      "not ready",
    ]);
    expectWords(await read(investor, "/wallet?tab=rewards"), ["Pending", "Paid", "Refer & earn $15", "Coming Soon!"]);
  });

  it("wallet: the share dialog loaded as its own page", async () => {
    const demo = await signInByEmail(demoLogins.investor);
    const words = await read(demo, "/wallet?tab=rewards&dialog=share");
    expectWords(words, ["Refer & earn $15", "Your link", "Copy Link"]);
    const link = /<input\b[^>]*>/.exec(elementIn(demo.at.html, "main"))?.[0] ?? "";
    expect(link).toMatch(/\sreadonly=/i);
    expect(attributeOf(link, "value")).toMatch(/\/get-started\?ref=\w{8}$/);
    const main = linksIn(elementIn(demo.at.html, "main"));
    expect(main.map(({ text }) => text)).toEqual(["WhatsApp", "SMS", "Facebook", "Close"]);
    for (const { href } of main.slice(0, 3)) expect(decodeURIComponent(href)).toContain(attributeOf(link, "value"));
    expect(main.at(3)?.href).toBe("/wallet?tab=rewards");
  });

  it("settings: logo, Logout, the two cards with their placeholders, and where Edit and Add lead", async () => {
    const fresh = await signInByEmail("words-settings@example.com");
    await fresh.visit("/settings");
    const { html } = fresh.at;
    // The logo is a drawing with the name beside it, above both cards.
    expect(html.slice(html.indexOf("<main"), html.indexOf("<h1"))).toMatch(/<svg\b.*<\/svg>Dunnage</s);
    const [personal, bank] = ["Personal details", "Bank details"].map((title) =>
      elementIn(html, "section", new RegExp(`<h2[^>]*>${title}</h2>`)),
    );
    expect(rowsIn(personal ?? "")).toEqual([
      ["Full name", "Add full name"],
      ["Phone", "– not added Add phone number"],
      ["Email", "words-settings@ example.com"],
      ["Country", "India"],
      ["Address", "Add residential address"],
    ]);
    expect(linksIn(personal ?? "")).toEqual([
      { text: "Edit personal details", href: "/personal-details" },
      { text: "Add phone number", href: "/phone-number" },
    ]);
    expect(rowsIn(bank ?? "").map(([label]) => label)).toEqual([
      "Bank name",
      "Account holder name",
      "Account number",
      "IFSC code",
      "Swift/BIC",
      "Branch address",
    ]);
    expect(linksIn(bank ?? "")).toEqual([{ text: "Add bank details", href: "/bank-details" }]);
    const logout = elementIn(html, "form", /action="\/logout"/);
    expect(visibleText(logout)).toBe("Logout");
  });

  it("settings of a viewer who signed up by phone: the number after +91, 'Add email address'", async () => {
    const caller = await signInByPhone("9012345601");
    await caller.visit("/settings");
    const rows = Object.fromEntries(rowsIn(caller.at.html));
    expect(rows).toMatchObject({ Phone: "+91 9012345601 Change phone number", Email: "Add email address" });
  });

  it("personal details: full name, email, a multi-line address with the PIN code hint; Back and Save", async () => {
    const fresh = await signInByEmail("words-personal@example.com");
    const words = await read(fresh, "/personal-details");
    expectWords(words, ["Full name", "Email", "Address", "PIN code"]);
    const { html } = fresh.at;
    expect(fieldsIn(html, "full_name")).toHaveLength(1);
    expect(fieldsIn(html, "email").map((tag) => attributeOf(tag, "type"))).toEqual(["email"]);
    expect(fieldsIn(html, "address")).toEqual([expect.stringMatching(/^<textarea/)]);
    expect(linksIn(html)).toContainEqual({ text: "Back", href: "/settings" });
    expect(fresh.forms.map(({ buttons }) => buttons.map(({ text }) => text))).toEqual([["Save"]]);
  });

  it("bank details: four fields, a numeric account number, a multi-line branch address; Save", async () => {
    const fresh = await signInByEmail("words-bank@example.com");
    const words = await read(fresh, "/bank-details");
    expectWords(words, ["Account holder's name", "Bank name", "IFSC code", "Account number", "Branch address"]);
    const { html } = fresh.at;
    for (const name of ["holder_name", "bank_name", "ifsc_code"])
      expect(fieldsIn(html, name), name).toEqual([expect.stringMatching(/^<input/)]);
    expect(fieldsIn(html, "account_number").map((tag) => attributeOf(tag, "inputmode"))).toEqual(["numeric"]);
    expect(fieldsIn(html, "branch_address")).toEqual([expect.stringMatching(/^<textarea/)]);
    expect(fresh.forms.map(({ buttons }) => buttons.map(({ text }) => text))).toEqual([["Save"]]);
  });
});
