import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { dateOf } from "~/domain/calendar-date";
import { giveStake } from "../../support/holdings";
import { type Person, putCask, signIn, signInStaff } from "../../support/people";
import { openApp } from "../../support/serve-app";
import { createTestContext } from "../../support/context";
import { caskPage, caskRecords, draftCask, typedCask } from "./support/typed-cask";
import { hiddenIn, visitConsole } from "./support/visit-console";

// Each form of the console's pages of casks: once, twice, by two at once, with mistakes, and without permission.

const app = openApp();
const context = createTestContext();
const today = dateOf(context.nowMs());
let people: { operator: Person; second: Person; reader: Person; asha: Person; bela: Person };

beforeAll(async () => {
  const [staff, asha, bela] = await Promise.all([signInStaff(context), signIn(context), signIn(context)]);
  people = { ...staff, asha, bela };
});
beforeEach(() => void vi.spyOn(console, "log").mockReturnValue(undefined));
afterEach(() => vi.restoreAllMocks());

const visit = visitConsole(app);
const { get, post } = visit;
const TYPED = typedCask(today);
const draft = (more: object = {}) => draftCask(visit, people.operator, { ...TYPED, ...more });
const { rowOf, actionsOf } = caskRecords(context);

describe("the form of a cask", () => {
  it("sent twice makes one cask; with a mistake it says where, and keeps what was typed", async () => {
    const { operator } = people;
    const hidden = hiddenIn((await get("/operator/casks/new", operator)).text, 'value="save"');
    const wrong = await post("/operator/casks/new", operator, { ...hidden, ...TYPED, total_stakes: "0" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain("Number of stakes must be between 1 and 100000.");
    expect(wrong.text).toContain("Bond 3, Leith");
    expect(hiddenIn(wrong.text, 'value="save"').cask).toBe(hidden.cask);
    const fields = { ...hidden, ...TYPED, cask_name: "Double Tap" };
    const both = await Promise.all([1, 2].map(() => post("/operator/casks/new", operator, fields)));
    expect(both.map(({ status, location }) => [status, location])).toEqual(
      Array(2).fill([303, caskPage(hidden.cask ?? "")]),
    );
    expect(await actionsOf(`cask:${hidden.cask}`)).toEqual(["cask-saved"]);
  });

  it("of two operators at once: the second is told what differs, keeps what was typed, and may save it then", async () => {
    const caskId = await draft();
    const [{ operator, second }, open] = [people, async (as: Person) => (await get(caskPage(caskId), as)).text];
    const [mine, theirs] = [await open(operator), await open(second)].map((text) => hiddenIn(text, 'value="save"'));
    const first = await post(caskPage(caskId), operator, { ...mine, ...TYPED, warehouse: "Bond 9, Elgin" });
    expect(first.status).toBe(303);
    const late = { ...theirs, ...TYPED, warehouse: "Bond 5, Keith", distillery_information: "First.\r\n\r\nSecond." };
    const told = await post(caskPage(caskId), second, late);
    expect(told.status).toBe(409);
    expect(told.text).toContain("Someone else changed this cask");
    expect(told.text).toContain("Warehouse, saved in the meantime: Bond 9, Elgin");
    expect(told.text).not.toContain("Distillery information, saved meanwhile");
    expect(told.text).toContain('value="Bond 5, Keith"');
    expect((await rowOf(caskId))?.version).toBe(2);
    const again = await post(caskPage(caskId), second, { ...late, ...hiddenIn(told.text, 'value="save"') });
    expect([again.status, (await rowOf(caskId))?.version]).toEqual([303, 3]);
  });

  it("publishes only what was reviewed, and shows as fixed what cannot change", async () => {
    const caskId = await draft();
    const { operator } = people;
    await post(caskPage(caskId), operator, { intent: "save", version: "1", ...TYPED, abv: "61" });
    const stale = await post(caskPage(caskId), operator, { intent: "publish", version: "1" });
    expect([stale.status, (await rowOf(caskId))?.state]).toEqual([409, "draft"]);
    expect(stale.text).toContain("Someone else changed this cask since you opened the page.");
    await post(caskPage(caskId), operator, { intent: "publish", version: "2" });
    const { text } = await get(caskPage(caskId), operator);
    expect(text).toContain("Cost per stake cannot change: the cask was published with it.");
    const price = await post(caskPage(caskId), operator, {
      intent: "save",
      version: "3",
      ...TYPED,
      cost_per_stake: "1",
    });
    expect(price.status).toBe(400);
    await giveStake(context, people.bela, caskId);
    const kept = await post(caskPage(caskId), operator, { intent: "withdraw" });
    expect([kept.status, (await rowOf(caskId))?.state]).toEqual([409, "published"]);
    expect(kept.text).toContain("One of its stakes is sold");
  });
});

describe("a valuation and a regauge", () => {
  it("are not saved on figures that are not those of the preview any more", async () => {
    const caskId = await putCask(context, { launchesInDays: -100 });
    const { operator } = people;
    await giveStake(context, people.asha, caskId);
    const value = { valued_on: today, value_per_stake: "520", tier: "measured", method: "Regauge", source: "Bond 3" };
    const { location } = await post(caskPage(caskId), operator, { intent: "value", ...value });
    const fields = hiddenIn((await get(location ?? "", operator)).text, 'value="save"');
    await giveStake(context, people.bela, caskId);
    const told = await post(location ?? "", operator, fields);
    expect(told.status).toBe(409);
    expect(told.text).toContain("Someone bought a stake or valued the cask");
    const seen = hiddenIn(told.text, 'value="save"');
    const both = await Promise.all([post(location ?? "", operator, seen), post(location ?? "", operator, seen)]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect((await actionsOf(`cask:${caskId}`)).filter((one) => one === "valuation-recorded")).toHaveLength(1);
    const wrong = await post(caskPage(caskId), operator, { intent: "value", ...value, tier: "issue" });
    expect([wrong.status, wrong.text.includes("Tier: choose one from the list.")]).toEqual([400, true]);
  });
});

describe("the end of a cask", () => {
  const terms = { sold_on: today, buyer_kind: "trade", gross: "7000", fees: "0" };

  it("says which amounts are wrong, and is refused on other figures than the server's", async () => {
    const caskId = await putCask(context, { totalStakes: 7 });
    const wrong = await post(caskPage(caskId), people.operator, { intent: "sell", ...terms, fees: "7000.01" });
    expect([wrong.status, wrong.text.includes("Fees must not be above the price.")]).toEqual([400, true]);
    expect(wrong.text).toContain('value="7000.01"');
    const other = await post(caskPage(caskId), people.operator, { intent: "propose", ...terms, net_per_stake: "999" });
    expect([other.status, other.text.includes("changed since you saw them")]).toEqual([409, true]);
  });
});
