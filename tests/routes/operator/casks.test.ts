import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addDays, dateOf } from "~/domain/calendar-date";
import { MOST_BYTES } from "~/server/body-limit";
import { balanceOf, giveStake } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { type Person, putCask, signIn } from "../../support/people";
import { openApp, ORIGIN } from "../../support/serve-app";
import { openShop } from "../../support/shop";

// Casks through the console's own pages: from the first draft to the last cent.

const app = openApp();
const shop = openShop();
const { context } = shop;
const { db } = context;
const today = dateOf(context.nowMs());
let people: { operator: Person; second: Person; reader: Person; asha: Person; bela: Person };

beforeAll(async () => {
  const [operator, second, reader, asha, bela] = await Promise.all([
    ...[signIn(context, { operator: true }), signIn(context, { operator: true }), signIn(context, { reader: true })],
    ...[signIn(context), signIn(context)],
  ] as const);
  people = { operator, second, reader, asha, bela };
});
beforeEach(() => void vi.spyOn(console, "log").mockReturnValue(undefined));
afterEach(() => vi.restoreAllMocks());

const get = (path: string, as: Person) => app.ask(path, { headers: { Cookie: as.cookie } });
const send = (path: string, as: Person, body: BodyInit) =>
  app.ask(path, { method: "POST", headers: { Cookie: as.cookie, Origin: ORIGIN }, body });
const post = (path: string, as: Person, fields: Record<string, string>) => send(path, as, new URLSearchParams(fields));
const pageOf = (caskId: string, view?: string) => `/operator/casks/${caskId}${view ? `?view=${view}` : ""}`;

async function trips(work: Promise<unknown>): Promise<number> {
  const before = app.trips.count;
  await work;
  return app.trips.count - before;
}

/** What a browser would send with the form of a page that has this button or step. */
function hiddenIn(text: string, mark: string): Record<string, string> {
  const form = text.split("<form").find((one) => one.split("</form>")[0]?.includes(mark)) ?? "";
  const inputs = [...(form.split("</form>")[0] ?? "").matchAll(/<input[^>]*type="hidden"[^>]*>/g)];
  return Object.fromEntries(
    inputs.map(([input]) => [/name="([^"]*)"/.exec(input)?.[1] ?? "", /value="([^"]*)"/.exec(input)?.[1] ?? ""]),
  );
}

const TYPED = {
  cask_name: "Glen Console 2019",
  kind: "whisky",
  distillery: "Glen Console",
  cask_type: "hogshead",
  launch_date: today,
  close_date: addDays(today, 30),
  cost_per_stake: "500",
  total_stakes: "7",
  loa_litres: "123.4",
  abv: "63.4",
  warehouse: "Bond 3, Leith",
  distillery_information: "First.\n\nSecond.",
};

async function draft(more: object = {}): Promise<string> {
  const { text } = await get("/operator/casks/new", people.operator);
  const { location } = await post("/operator/casks/new", people.operator, {
    ...hiddenIn(text, 'value="save"'),
    ...TYPED,
    ...more,
  });
  return location?.split("/").at(-1) ?? "";
}

const rowOf = async (caskId: string) =>
  (
    await db.all<{ state: string; version: number; name: string; endedOn: string | null }>(
      sql`SELECT state, version, name, ended_on AS endedOn FROM casks WHERE id = ${caskId}`,
    )
  )[0];
const actionsOf = async (subject: string) =>
  (await db.all<{ action: string }>(sql`SELECT action FROM audit_log WHERE subject = ${subject} ORDER BY rowid`)).map(
    ({ action }) => action,
  );

describe("the whole life of a cask", () => {
  it("is created, published, bought, valued, sold and confirmed by two operators, and everybody is credited", async () => {
    const { operator, second, asha, bela } = people;
    const caskId = await draft();
    expect((await get("/invest", asha)).text).not.toContain(TYPED.cask_name);
    const shown = await get(pageOf(caskId), operator);
    expect(shown.text).toContain("Before it is published");
    expect((await get(pageOf(caskId, "preview"), operator)).text).toContain("Buy stake");
    const published = await post(pageOf(caskId), operator, { intent: "publish", ...hiddenIn(shown.text, ">Publish<") });
    expect([published.status, published.location]).toEqual([303, pageOf(caskId)]);
    expect((await get("/invest", asha)).text).toContain(TYPED.cask_name);

    for (const holder of [asha, asha, bela]) await giveStake(context, holder, caskId);

    const value = { valued_on: today, value_per_stake: "620", tier: "measured", method: "Regauge", source: "Bond 3" };
    const preview = await post(pageOf(caskId), operator, { intent: "value", ...value });
    expect(preview.status).toBe(303);
    const effect = await get(preview.location ?? "", operator);
    expect(effect.text).toContain("$1,860.00");
    const saved = await post(preview.location ?? "", operator, hiddenIn(effect.text, 'value="save"'));
    expect([saved.status, saved.location]).toEqual([303, pageOf(caskId, "value")]);
    expect((await get(pageOf(caskId, "value"), operator)).text).toContain("$620.00");

    const terms = { sold_on: today, buyer_kind: "bottler", gross: "10,000.07", fees: "123.45" };
    const sale = await post(pageOf(caskId), operator, { intent: "sell", ...terms });
    const figures = await get(sale.location ?? "", operator);
    for (const figure of ["$9,876.62", "$1,410.94", "$0.04", "$2,821.88"]) expect(figures.text).toContain(figure);
    const proposed = await post(sale.location ?? "", operator, hiddenIn(figures.text, 'value="propose"'));
    expect([proposed.status, proposed.location]).toEqual([303, pageOf(caskId, "sell")]);
    const own = await get(pageOf(caskId, "sell"), operator);
    expect(own.text).toContain("You proposed it.");
    expect(own.text).not.toContain('value="confirm"');
    const seen = await get(pageOf(caskId, "sell"), second);
    const fields = { intent: "confirm", ...hiddenIn(seen.text, 'value="confirm"') };
    const alone = await post(pageOf(caskId), operator, fields);
    expect([alone.status, (await rowOf(caskId))?.endedOn]).toEqual([409, null]);
    const both = await Promise.all([
      post(pageOf(caskId, "sell"), second, fields),
      post(pageOf(caskId, "sell"), second, fields),
    ]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect((await get(pageOf(caskId, "sell"), second)).text).toContain("0 of 3");
    context.clock.nowMs = Date.now();
    await shop.drain();
    expect((await get(pageOf(caskId, "sell"), second)).text).toContain("3 of 3");
    expect(await balanceOf(context, `user:${asha.userId}:wallet`)).toBe(282_188);
    expect(await balanceOf(context, `user:${bela.userId}:wallet`)).toBe(141_094);
    await expectInvariants(db);
    expect(await actionsOf(`cask:${caskId}`)).toEqual(["cask-saved", "cask-published", "valuation-recorded"]);
    const late = await post(pageOf(caskId), operator, { intent: "value", ...value });
    expect(late.status).toBe(409);
    expect(late.text).toContain("Only a published cask is valued.");
    expect((await get("/operator/casks?state=sold", operator)).text).toContain(caskId);
  });
});

describe("round trips", () => {
  it("are one to read and at most two to change", async () => {
    const { operator } = people;
    expect(await trips(get("/operator/casks", operator))).toBe(1);
    expect(await trips(get("/operator/casks?state=draft", operator))).toBe(1);
    expect(await trips(get("/operator/casks/new", operator))).toBe(1);
    const caskId = await draft();
    const value = { valued_on: today, value_per_stake: "9", tier: "opinion", method: "A", source: "B" };
    const terms = { sold_on: today, buyer_kind: "trade", gross: "70", fees: "0", net_per_stake: "10" };
    for (const view of ["cask", "value", "gauge", "evidence", "sell", "preview"])
      expect(await trips(get(pageOf(caskId, view), operator)), view).toBe(1);
    const search = new URLSearchParams({ view: "value", ...value }).toString();
    const changes: Record<string, string>[] = [
      { intent: "save", version: "1", ...TYPED, abv: "60" },
      { intent: "publish" },
      { intent: "publish", version: "2" },
      { intent: "value", ...value },
      { intent: "value", step: "save", ...value },
      { intent: "gauge", gauged_on: today, loa_litres: "120", abv: "60", gauged_by: "Bond" },
      { intent: "sell", ...terms },
      { intent: "propose", ...terms },
      { intent: "cancel" },
      { intent: "withdraw" },
    ];
    for (const fields of changes) {
      let status = 0;
      const count = await trips(post(pageOf(caskId), operator, fields).then((answer) => (status = answer.status)));
      expect([fields.intent, status, count <= 2]).toEqual([fields.intent, 303, true]);
    }
    expect(await trips(get(`/operator/casks/${caskId}?${search}`, operator))).toBe(1);
  });
});

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
      Array(2).fill([303, pageOf(hidden.cask ?? "")]),
    );
    expect(await actionsOf(`cask:${hidden.cask}`)).toEqual(["cask-saved"]);
  });

  it("of two operators at once: the second is told what differs, keeps what was typed, and may save it then", async () => {
    const caskId = await draft();
    const [{ operator, second }, open] = [people, async (as: Person) => (await get(pageOf(caskId), as)).text];
    const [mine, theirs] = [await open(operator), await open(second)].map((text) => hiddenIn(text, 'value="save"'));
    const first = await post(pageOf(caskId), operator, { ...mine, ...TYPED, warehouse: "Bond 9, Elgin" });
    expect(first.status).toBe(303);
    const late = { ...theirs, ...TYPED, warehouse: "Bond 5, Keith" };
    const told = await post(pageOf(caskId), second, late);
    expect(told.status).toBe(409);
    expect(told.text).toContain("Somebody else changed this cask");
    expect(told.text).toContain("Saved meanwhile: Bond 9, Elgin");
    expect(told.text).toContain('value="Bond 5, Keith"');
    expect((await rowOf(caskId))?.version).toBe(2);
    const again = await post(pageOf(caskId), second, { ...late, ...hiddenIn(told.text, 'value="save"') });
    expect([again.status, (await rowOf(caskId))?.version]).toEqual([303, 3]);
  });

  it("publishes only what was looked at, and shows as fixed what cannot change", async () => {
    const caskId = await draft();
    const { operator } = people;
    await post(pageOf(caskId), operator, { intent: "save", version: "1", ...TYPED, abv: "61" });
    const stale = await post(pageOf(caskId), operator, { intent: "publish", version: "1" });
    expect([stale.status, (await rowOf(caskId))?.state]).toEqual([409, "draft"]);
    expect(stale.text).toContain("Somebody else changed this cask since you opened the page.");
    await post(pageOf(caskId), operator, { intent: "publish", version: "2" });
    const { text } = await get(pageOf(caskId), operator);
    expect(text).toContain("Cost per stake cannot change: the cask was published with it.");
    const price = await post(pageOf(caskId), operator, { intent: "save", version: "3", ...TYPED, cost_per_stake: "1" });
    expect(price.status).toBe(400);
    await giveStake(context, people.bela, caskId);
    const kept = await post(pageOf(caskId), operator, { intent: "withdraw" });
    expect([kept.status, (await rowOf(caskId))?.state]).toEqual([409, "published"]);
    expect(kept.text).toContain("A stake of it is sold");
  });
});

describe("a valuation and a regauge", () => {
  it("are not saved on figures that are not those of the preview any more", async () => {
    const caskId = await putCask(context, { launchesInDays: -100 });
    const { operator } = people;
    await giveStake(context, people.asha, caskId);
    const value = { valued_on: today, value_per_stake: "620", tier: "measured", method: "Regauge", source: "Bond 3" };
    const { location } = await post(pageOf(caskId), operator, { intent: "value", ...value });
    const fields = hiddenIn((await get(location ?? "", operator)).text, 'value="save"');
    await giveStake(context, people.bela, caskId);
    const told = await post(location ?? "", operator, fields);
    expect(told.status).toBe(409);
    expect(told.text).toContain("Somebody bought a stake or valued the cask");
    const seen = hiddenIn(told.text, 'value="save"');
    const both = await Promise.all([post(location ?? "", operator, seen), post(location ?? "", operator, seen)]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect((await actionsOf(`cask:${caskId}`)).filter((one) => one === "valuation-recorded")).toHaveLength(1);
    const wrong = await post(pageOf(caskId), operator, { intent: "value", ...value, tier: "issue" });
    expect([wrong.status, wrong.text.includes("Tier: choose one from the list.")]).toEqual([400, true]);
  });

  it("is corrected by a later one from the history; a regauge sent twice is one", async () => {
    const caskId = await putCask(context, { launchesInDays: -100 });
    const { operator } = people;
    const value = { valued_on: today, value_per_stake: "62", tier: "measured", method: "Typo", source: "Bond 3" };
    await post(pageOf(caskId), operator, { intent: "value", step: "save", valuation: `val_typo_${caskId}`, ...value });
    const { text } = await get(pageOf(caskId, "value"), operator);
    const [, supersedes] = /supersedes=([\w-]+)/.exec(text) ?? [];
    const right = { ...value, value_per_stake: "620", supersedes: supersedes ?? "" };
    const asked = await post(pageOf(caskId), operator, { intent: "value", ...right });
    const effect = await get(asked.location ?? "", operator);
    expect((await post(asked.location ?? "", operator, hiddenIn(effect.text, 'value="save"'))).status).toBe(303);
    expect((await get(pageOf(caskId, "value"), operator)).text).toContain("corrected by a later entry");
    const gauge = { intent: "gauge", gauged_on: today, loa_litres: "118.2", abv: "61.9", gauged_by: "Bond 3" };
    const hidden = hiddenIn((await get(pageOf(caskId, "gauge"), operator)).text, 'value="gauge"');
    for (const _ of [1, 2]) expect((await post(pageOf(caskId), operator, { ...hidden, ...gauge })).status).toBe(303);
    expect((await db.all(sql`SELECT id FROM gauges WHERE cask_id = ${caskId}`)).length).toBe(1);
    expect((await get(pageOf(caskId, "gauge"), operator)).text).toContain("118.2 l");
  });
});

describe("the end of a cask", () => {
  const terms = { sold_on: today, buyer_kind: "trade", gross: "7000", fees: "0" };

  it("is withdrawn by who proposed it, twice as once, and cannot be confirmed then", async () => {
    const caskId = await putCask(context, { totalStakes: 7 });
    const { operator, second } = people;
    await post(pageOf(caskId), operator, { intent: "propose", ...terms, net_per_stake: "1000" });
    const fields = hiddenIn((await get(pageOf(caskId, "sell"), second)).text, 'value="confirm"');
    const both = [1, 2].map(() => post(pageOf(caskId), operator, { intent: "cancel", exit: fields.exit ?? "" }));
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([303, 303]);
    const late = await post(pageOf(caskId), second, { intent: "confirm", ...fields });
    expect([late.status, (await rowOf(caskId))?.endedOn]).toEqual([409, null]);
  });

  it("says which amounts are wrong, and is refused on other figures than the server's", async () => {
    const caskId = await putCask(context, { totalStakes: 7 });
    const wrong = await post(pageOf(caskId), people.operator, { intent: "sell", ...terms, fees: "7000.01" });
    expect([wrong.status, wrong.text.includes("Fees must not be above the price.")]).toEqual([400, true]);
    expect(wrong.text).toContain('value="7000.01"');
    const other = await post(pageOf(caskId), people.operator, { intent: "propose", ...terms, net_per_stake: "999" });
    expect([other.status, other.text.includes("not those that were shown")]).toEqual([409, true]);
  });
});

describe("a document", () => {
  const pdf = (bytes: number, start = "%PDF-1.7") => {
    const content = new Uint8Array(bytes);
    content.set(new TextEncoder().encode(start));
    return new File([content], "../../insurance.exe", { type: "text/html" });
  };
  const upload = (caskId: string, as: Person, file: File, more: Record<string, string> = {}) => {
    const form = new FormData();
    const fields = { intent: "evidence", document_kind: "insurance", issuer: "Lloyd & Sons", visibility: "holders" };
    const all = { ...fields, issued_on: addDays(today, -400), expires_on: addDays(today, -30), ...more };
    for (const [name, value] of Object.entries(all)) form.set(name, value);
    form.set("file", file);
    return send(pageOf(caskId), as, form);
  };

  it("of several megabytes is kept, listed as expired, and opens as what it is", async () => {
    const caskId = await putCask(context);
    const { operator, reader } = people;
    const sent = await upload(caskId, operator, pdf(3_000_000));
    expect([sent.status, sent.location]).toEqual([303, pageOf(caskId, "evidence")]);
    const { text } = await get(pageOf(caskId, "evidence"), operator);
    for (const words of ["Insurance", "Lloyd &amp; Sons", "expired", "3.0 MB"]) expect(text).toContain(words);
    const [, href] = /href="([^"]*\/documents\/[\w-]+)"/.exec(text) ?? [];
    const file = await get(href ?? "", reader);
    expect([file.status, file.headers.get("Content-Type"), file.text.slice(0, 5)]).toEqual([
      ...[200, "application/pdf", "%PDF-"],
    ]);
    expect(file.headers.get("Content-Disposition")).toMatch(/^attachment; filename="insurance-\d{4}-\d\d-\d\d\.pdf"$/);
  });

  it("is refused by what it contains, by its size, and from readers; what was typed is kept", async () => {
    const caskId = await putCask(context);
    const { operator, reader } = people;
    const disguised = await upload(caskId, operator, pdf(2_000, "<html>"));
    expect(disguised.status).toBe(400);
    expect(disguised.text).toContain("only PDF, JPEG and PNG");
    expect(disguised.text).toContain("Lloyd &amp; Sons");
    const large = await upload(caskId, operator, pdf(10 * 1024 * 1024 + 1));
    expect([large.status, large.text.includes("at most 10 MB")]).toEqual([400, true]);
    expect((await upload(caskId, operator, pdf(MOST_BYTES.upload))).status).toBe(413);
    expect((await upload(caskId, reader, pdf(2_000))).status).toBe(403);
    expect(await db.all(sql`SELECT id FROM evidence WHERE cask_id = ${caskId}`)).toEqual([]);
    expect((await env.PROOF.list()).objects.every(({ size }) => size > 2_000)).toBe(true);
  });

  it("needs a cask's own page: nowhere else is a large body read", async () => {
    const { operator } = people;
    const form = new FormData();
    form.set("file", pdf(200_000));
    for (const path of ["/operator/casks", "/operator/withdrawals", "/wallet"])
      expect((await send(path, operator, form)).status, path).toBe(413);
    expect(
      (await app.ask("/operator/casks/x", { method: "POST", headers: { Origin: ORIGIN }, body: form })).status,
    ).toBe(413);
  });
});

describe("readers and everybody else", () => {
  it("change nothing: a reader sees all and has no button, an investor finds nothing", async () => {
    const caskId = await draft();
    const { reader, asha } = people;
    for (const view of ["cask", "value", "gauge", "evidence", "sell"]) {
      const { status, text } = await get(pageOf(caskId, view), reader);
      expect([view, status, text.includes("<button")]).toEqual([view, 200, false]);
      expect((await get(pageOf(caskId, view), asha)).status).toBe(404);
    }
    for (const intent of [
      "save",
      "publish",
      "withdraw",
      "value",
      "gauge",
      "evidence",
      "sell",
      "propose",
      "confirm",
      "cancel",
      "x",
    ]) {
      expect((await post(pageOf(caskId), reader, { intent, ...TYPED })).status, intent).toBe(403);
      expect((await post(pageOf(caskId), asha, { intent, ...TYPED })).status, intent).toBe(404);
    }
    expect(await rowOf(caskId)).toMatchObject({ state: "draft", version: 1 });
  });
});
