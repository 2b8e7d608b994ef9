import { describe, expect, it } from "vitest";
import { HttpJourney } from "./support/http-journey";
import { demoLogins, signInByEmail } from "./support/sign-in";

// The words that the specification fixes, read off the pages as their readers get them.

async function read(journey: HttpJourney, path: string): Promise<string> {
  await journey.visit(path);
  return journey.at.text.replace(/\s+/g, " ");
}

function expectWords(text: string, words: readonly string[]) {
  for (const word of words) expect(text).toContain(word);
}

describe("the words of the public pages", () => {
  it("landing: headline, trust badges, compliance, blog, footer", async () => {
    const journey = new HttpJourney();
    const text = await read(journey, "/");
    expectWords(text, [
      "Returns of upto 22%",
      "Start a Whisky Cask investment portfolio from $500",
      "Audited",
      "Verified",
      "Secured",
      "18 or over",
      "Estonia",
      "UK customs registration",
      "coming soon",
    ]);
    const { html } = journey.at;
    expect(html).toMatch(/<h1[^>]*>Returns of upto 22%/);
    for (const href of [
      "https://dunnage.example/blog",
      "/terms-and-conditions",
      "/privacy-policy",
      "/customer-support",
    ]) {
      expect(html).toContain(`href="${href}"`);
    }
    for (const name of ["Instagram", "LinkedIn", "YouTube"]) expect(text).toContain(name);
  });

  it("landing: compliance under its heading, 'coming soon' in the answers about marketplace and bottles, market figures with their years", async () => {
    const journey = new HttpJourney();
    const text = await read(journey, "/");
    const after = (words: string, length: number) => {
      expect(text).toContain(words);
      return text.slice(text.indexOf(words) + words.length).slice(0, length);
    };
    expectWords(after(" Compliance ", 400), ["18 or over", "never physically delivered", "no investment advice"]);
    expect(after("Is there a marketplace?", 20)).toMatch(/^ Coming soon\./);
    expect(after("Can I invest in bottles?", 40)).toMatch(/^ Bottle investment is coming soon\./);
    expect(after("Size of the whisky market in 2023", 30)).toContain("USD 69 billion");
    expect(after("Yearly growth of that market to 2032", 30)).toContain("6.4%");
    expect(after("Rare whisky values over ten years", 30)).toContain("+564%");
  });

  it("landing: 'Request access' leads those signed in to their wallet, others to sign up", async () => {
    const first = (journey: HttpJourney) => journey.post("/?index", { intent: "request-access" });
    const visitor = new HttpJourney();
    await visitor.visit("/");
    await first(visitor);
    expect(`${visitor.at.url.pathname}${visitor.at.url.search}`).toBe("/get-started?mode=sign-up");
    const signedIn = await signInByEmail("words-access@example.com");
    await signedIn.visit("/");
    await first(signedIn);
    expect(signedIn.at.url.pathname).toBe("/wallet");
    expect(signedIn.at.text).toContain("Total invested");
  });

  it("create-account: title, fee, the three ways on", async () => {
    const journey = new HttpJourney();
    expectWords(await read(journey, "/create-account"), [
      "Create account",
      "One time joining fee of $10",
      "Back",
      "Sign Up",
      "Log in",
    ]);
    expect(journey.at.html).toContain('href="/get-started?mode=login"');
    expect(journey.at.html).toContain('href="/get-started?mode=sign-up"');
  });

  it("enter-OTP: heading from the way here, 'Enter OTP', where the number was sent, Resend OTP, Back, Verify", async () => {
    const journey = new HttpJourney();
    await journey.visit("/get-started?mode=login");
    await journey.submit({ phone_number: "9012345678" });
    const text = journey.at.text.replace(/\s+/g, " ");
    expectWords(text, ["Login", "Enter OTP", "The 6 digit number sent to your phone", "Resend OTP", "Back", "Verify"]);
  });

  it("legal and support: peer-to-peer marketplace, email, WhatsApp, hours", async () => {
    const journey = new HttpJourney();
    expect(await read(journey, "/terms-of-service")).toContain("A peer-to-peer marketplace");
    expectWords(await read(journey, "/customer-support"), [
      "support@dunnage.example",
      "WhatsApp",
      "Mon-Fri 9-18 GMT",
      "24 hours",
    ]);
  });
});

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

  it("invest before activation: the bar with the fee, nothing to buy", async () => {
    const text = await read(await signInByEmail(demoLogins.newcomer), "/invest");
    expectWords(text, ["Activate Account - $10.00", "Sold out", "Locked"]);
    expect(text).not.toContain("Buy stake");
  });

  it("cask information: cost, stakes to buy, buying and earning steps; 'Locked' before activation", async () => {
    const path = "/cask-information?cask=csk_demo_strathquill";
    const open = await read(await signInByEmail(demoLogins.investor), path);
    expectWords(open, [
      "Cost of ONE stake",
      "Stakes available to buy",
      "launch date",
      "added to your portfolio",
      "close date",
      "24 months",
      "sold back",
      "bank",
    ]);
    const locked = await read(await signInByEmail(demoLogins.newcomer), path);
    expectWords(locked, ["Cost of ONE stake", "Stakes available to buy", "Locked"]);
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

  it("wallet: the three tabs, empty and filled, the withdrawal and the share dialog", async () => {
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
    const demo = await signInByEmail(demoLogins.investor);
    expectWords(await read(demo, "/wallet?tab=rewards"), ["Amrut", "staked", "inactive", "$15.00", "$0.00"]);
    expectWords(await read(demo, "/wallet?tab=rewards&dialog=share"), [
      "Copy Link",
      "WhatsApp",
      "SMS",
      "Facebook",
      "Close",
    ]);
    expect(demo.at.html).toMatch(
      /<input[^>]*readOnly=""[^>]*get-started\?ref=|<input[^>]*get-started\?ref=[^>]*readOnly/i,
    );
  });

  it("settings: placeholders, country, +91, the static Swift/BIC label; personal and bank details forms", async () => {
    const fresh = await signInByEmail("words-settings@example.com");
    expectWords(await read(fresh, "/settings"), [
      "Personal details",
      "Add full name",
      "Add residential address",
      "India",
      "Edit",
      "Bank details",
      "Add",
      "Swift/BIC",
      "IFSC",
      "Logout",
    ]);
    expectWords(await read(fresh, "/personal-details"), ["Full name", "Email", "Address", "PIN code", "Back", "Save"]);
    expectWords(await read(fresh, "/bank-details"), [
      "Account holder",
      "Bank name",
      "IFSC",
      "Account number",
      "Branch address",
      "Save",
    ]);
    expect(fresh.at.html).toMatch(
      /<input[^>]*name="account_number"[^>]*inputMode="numeric"|<input[^>]*inputMode="numeric"[^>]*name="account_number"/i,
    );
  });
});
