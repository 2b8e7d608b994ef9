import { describe, expect, it } from "vitest";
import { get, type Person, putCask, signIn } from "../../support/people";
import { createTestContext } from "../../support/context";
import { servePage, wordsIn } from "../../support/serve-page";

// What one page hands to the next is an id or a name in the address, and the server looks up what it means.

const context = createTestContext();

async function open(path: string, person?: Person) {
  const response = await servePage(get(`http://localhost:8787${path}`, person?.cookie), context.next());
  const html = await response.text();
  return { status: response.status, html, words: wordsIn(html) };
}

describe("the page that asks for an address", () => {
  it("is told whether the visitor signs up or logs in, and says so in heading and form; anything else is signing up", async () => {
    const [signUp, login, other] = [
      await open("/get-started?mode=sign-up"),
      await open("/get-started?mode=login"),
      await open("/get-started?mode=admin"),
    ];
    const heading = ({ html }: { html: string }) => wordsIn(/<h1[^>]*>.*?<\/h1>/s.exec(html)?.[0] ?? "").trim();
    const mode = ({ html }: { html: string }) => /name="mode" value="([^"]*)"/.exec(html)?.[1];
    expect([signUp, login, other].map(heading)).toEqual(["Sign up", "Login", "Sign up"]);
    expect([signUp, login, other].map(mode)).toEqual(["sign-up", "login", "sign-up"]);
  });
});

describe("a cask's page and its checkout", () => {
  it("show the cask that the address names, at the price of the database, whatever else the address says", async () => {
    const person = await signIn(context);
    const [named, other] = [
      await putCask(context, { name: "Named Butt", costCents: 61_700 }),
      await putCask(context, { name: "Other Hogshead" }),
    ];
    const forged = "amount=1&amountCents=1&cost=1&costPerStakeCents=1&name=Forged";
    for (const page of ["/cask-information", "/stripe-secure"]) {
      const { status, words } = await open(`${page}?cask=${named}&${forged}`, person);
      expect(status, page).toBe(200);
      expect(words, page).toContain("Named Butt");
      expect(words, page).toContain("$617");
      expect(words, page).not.toMatch(/Other Hogshead|Forged|\$1\.00|\$0\.01/);
      expect((await open(`${page}?cask=${other}&${forged}`, person)).words, page).toContain("Other Hogshead");
      expect((await open(`${page}?cask=csk_none`, person)).status, page).toBe(404);
    }
  });

  it("tell a checkout of the joining fee from one of a cask", async () => {
    const newcomer = await signIn(context, { activated: false });
    const caskId = await putCask(context, { name: "Named Butt" });
    const { words } = await open("/stripe-secure?product=joining-fee", newcomer);
    expect(words).toContain("Joining fee");
    expect(words).not.toContain("Named Butt");
    expect((await open(`/stripe-secure?cask=${caskId}`, await signIn(context))).words).not.toContain("Joining fee");
  });
});
