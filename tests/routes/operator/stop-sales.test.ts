import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { caskTexts } from "~/content/casks";
import { loader as offer } from "~/routes/stripe-secure/route";
import { keepLogQuiet } from "../../support/quiet-log";
import { type Person, putCask, signIn, signInStaff } from "../../support/people";
import { openApp } from "../../support/serve-app";
import { openShop } from "../../support/shop";
import { call, tokenOf } from "../api/support/client";
import { caskPage, caskRecords } from "./support/typed-cask";
import { visitConsole } from "./support/visit-console";

// An operator stops the sale of a cask, and lets it go on.

const shop = openShop();
const { context } = shop;
const visit = visitConsole(openApp());
const { actionsOf } = caskRecords(context);
keepLogQuiet();

let staff: Record<"operator" | "reader", Person>;
beforeAll(async () => {
  staff = await signInStaff(context);
});

const press = (caskId: string, intent: string, version: number, by = staff.operator) =>
  visit.post(caskPage(caskId, "line"), by, { intent, version: String(version) });
const problemOf = async (caskId: string, person: Person) => {
  const request = new Request(`http://localhost:8787/stripe-secure?cask=${caskId}`, {
    headers: { Cookie: person.cookie },
  });
  return (await (await offer({ request, context: context.next(), params: {} })).json()).problem;
};
type SeenCask = { id: string; can_buy: boolean; sales_paused: boolean };
const holdsOf = (caskId: string) =>
  context.db.all<{ mode: string; state: string }>(sql`SELECT mode, state FROM payments WHERE cask_id = ${caskId}`);

describe("a sale that is stopped", () => {
  it("gives nobody a stake until it goes on, and says so; each press is one change and one entry", async () => {
    const caskId = await putCask(context);
    const person = await signIn(context);
    for (let taps = 0; taps < 2; taps++) expect((await press(caskId, "stop-sales", 1)).status).toBe(303);
    expect((await visit.get(caskPage(caskId, "line"), staff.operator)).text).toContain("has been stopped since");
    expect(await problemOf(caskId, person)).toBe("closed");
    const refused = await shop.buy(person, { cask: caskId });
    expect([refused.status, await refused.json()]).toEqual([409, { problem: "closed" }]);
    expect(await holdsOf(caskId)).toEqual([]);
    expect((await press(caskId, "resume-sales", 2)).status).toBe(303);
    expect(await problemOf(caskId, person)).toBeNull();
    expect((await shop.buy(person, { cask: caskId })).status).toBe(303);
    expect(await actionsOf(`cask:${caskId}`)).toEqual(["sales-stopped", "sales-resumed"]);
  });

  it("is told on the cask's page, in the list and to programs while it is stopped, and offers no stake there", async () => {
    const caskId = await putCask(context);
    const person = await signIn(context);
    const token = await tokenOf(context, person);
    const seen = async () => {
      const page = (await visit.get(`/cask-information?cask=${caskId}`, person)).text;
      const list = (await visit.get("/invest", person)).text;
      const { data } = (await call(context, "GET", "/api/cask/get_casks", { token })).body as { data: SeenCask[] };
      const { can_buy, sales_paused } = data.find(({ id }) => id === caskId) as SeenCask;
      const buy = `href="/stripe-secure?cask=${caskId}"`;
      const links = [page.includes(buy), list.includes(buy), can_buy];
      return { links, paused: [page.includes(caskTexts.pausedText), list.includes(caskTexts.paused), sales_paused] };
    };
    const [all, none] = [
      [true, true, true],
      [false, false, false],
    ];
    expect(await seen()).toEqual({ links: all, paused: none });
    await press(caskId, "stop-sales", 1);
    expect(await seen()).toEqual({ links: none, paused: all });
    await press(caskId, "resume-sales", 2);
    expect(await seen()).toEqual({ links: all, paused: none });
  });

  it("is on again when the cask was withdrawn and is published again", async () => {
    const caskId = await putCask(context);
    const person = await signIn(context);
    await press(caskId, "stop-sales", 1);
    for (const [intent, version] of [
      ["withdraw", "2"],
      ["publish", "3"],
    ] as const)
      expect((await visit.post(caskPage(caskId), staff.operator, { intent, version })).status).toBe(303);
    expect(await problemOf(caskId, person)).toBeNull();
    expect((await shop.buy(person, { cask: caskId })).status).toBe(303);
  });

  it("leaves what is in a checkout as it is, and does not let go of it for another way to pay", async () => {
    const caskId = await putCask(context);
    const person = await signIn(context);
    await shop.buy(person, { cask: caskId });
    await press(caskId, "stop-sales", 1);
    expect((await shop.buy(person, { cask: caskId, paymentMode: "Crypto" })).status).toBe(409);
    expect((await shop.buy(person, { cask: caskId })).status).toBe(303);
    expect(await holdsOf(caskId)).toEqual([{ mode: "Bank", state: "open" }]);
    expect(await shop.stock(caskId)).toMatchObject({ reserved: 1, held: 1 });
  });

  it("is no more than a reader may look at, needs the version that was seen, and a cask on offer", async () => {
    const caskId = await putCask(context);
    expect((await press(caskId, "stop-sales", 1, staff.reader)).status).toBe(403);
    expect((await press(caskId, "stop-sales", 7)).status).toBe(409);
    const draft = await putCask(context, { published: false });
    expect((await press(draft, "stop-sales", 1)).status).toBe(409);
    expect([await actionsOf(`cask:${caskId}`), await actionsOf(`cask:${draft}`)]).toEqual([[], []]);
    const shown = await visit.get(caskPage(caskId, "line"), staff.reader);
    expect(shown.text).not.toContain("Stop the sale");
  });
});
