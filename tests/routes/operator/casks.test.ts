import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { addDays, dateOf } from "~/domain/calendar-date";
import { MOST_BYTES } from "~/server/body-limit";
import { balanceOf, giveStake } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { type Person, putCask, signIn } from "../../support/people";
import { ORIGIN } from "../../support/serve-app";
import { openShop } from "../../support/shop";
import { caskPage, hiddenIn, openConsole } from "./support/console";

// Casks through the console's own pages, from the first draft to the last cent. What is refused is in tests/areas/casks.

const shop = openShop();
const { app, context, people, get, send, post } = openConsole(shop.context);
const { db } = context;
const today = dateOf(context.nowMs());

/** The form of a new cask, filled in and fit to be published today. */
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
const NEW = "/operator/casks/new";

/** Sends the form of a new cask. */
async function draft(more: Record<string, string> = {}) {
  const hidden = hiddenIn((await get(NEW, people.operator)).text, 'value="save"');
  const answer = await post(NEW, people.operator, { ...hidden, ...TYPED, ...more });
  return { ...answer, caskId: hidden.cask ?? "" };
}

describe("the whole life of a cask", () => {
  it("goes from a draft to its sale by two operators, and credits every holder", async () => {
    const { operator, second } = people;
    const [asha, bela] = [await signIn(context), await signIn(context)];
    const wrong = await draft({ total_stakes: "0" });
    expect(wrong.status).toBe(400);
    for (const words of ["Number of stakes must be between 1 and 100000.", "Bond 3, Leith"])
      expect(wrong.text).toContain(words);
    expect(hiddenIn(wrong.text, 'value="save"').cask).toBe(wrong.caskId);

    const { caskId, location } = await draft();
    expect(location).toBe(caskPage(caskId));
    expect((await get("/invest", asha)).text).not.toContain(TYPED.cask_name);
    const shown = await get(caskPage(caskId), operator);
    expect(shown.text).toContain("Before it is published");
    expect((await get(caskPage(caskId, "preview"), operator)).text).toContain("Buy stake");
    const published = await post(caskPage(caskId), operator, {
      intent: "publish",
      ...hiddenIn(shown.text, ">Publish<"),
    });
    expect([published.status, published.location]).toEqual([303, caskPage(caskId)]);
    expect((await get("/invest", asha)).text).toContain(TYPED.cask_name);

    for (const holder of [asha, asha, bela]) await giveStake(context, holder, caskId);

    const value = { valued_on: today, value_per_stake: "620", tier: "measured", method: "Regauge", source: "Bond 3" };
    const preview = await post(caskPage(caskId), operator, { intent: "value", ...value });
    const effect = await get(preview.location ?? "", operator);
    expect(effect.text).toContain("$1,860.00");
    const saved = await post(preview.location ?? "", operator, hiddenIn(effect.text, 'value="save"'));
    expect([saved.status, saved.location]).toEqual([303, caskPage(caskId, "value")]);
    expect((await get(caskPage(caskId, "value"), operator)).text).toContain("Waiting for a second person");
    const waits = hiddenIn((await get(caskPage(caskId, "value"), second)).text, 'value="confirm-value"');
    expect((await post(caskPage(caskId), second, waits)).status).toBe(303);
    expect((await get(caskPage(caskId, "value"), operator)).text).toContain("$620.00");

    const terms = { sold_on: today, buyer_kind: "bottler", gross: "10,000.07", fees: "123.45" };
    const sale = await post(caskPage(caskId), operator, { intent: "sell", ...terms });
    const figures = await get(sale.location ?? "", operator);
    for (const figure of ["$9,876.62", "$1,410.94", "$0.04", "$2,821.88"]) expect(figures.text).toContain(figure);
    const proposed = await post(sale.location ?? "", operator, hiddenIn(figures.text, 'value="propose"'));
    expect([proposed.status, proposed.location]).toEqual([303, caskPage(caskId, "sell")]);
    const own = await get(caskPage(caskId, "sell"), operator);
    expect(own.text).toContain("You proposed it, so");
    expect(own.text).not.toContain('value="confirm"');
    const seen = await get(caskPage(caskId, "sell"), second);
    const fields = { intent: "confirm", ...hiddenIn(seen.text, 'value="confirm"') };
    expect((await post(caskPage(caskId), operator, fields)).status).toBe(409);
    expect((await post(caskPage(caskId, "sell"), second, fields)).status).toBe(303);
    expect((await get(caskPage(caskId, "sell"), second)).text).toContain("0 of 3");
    context.clock.nowMs = Date.now();
    await shop.drain();
    expect((await get(caskPage(caskId, "sell"), second)).text).toContain("3 of 3");
    expect(await balanceOf(context, `user:${asha.userId}:wallet`)).toBe(282_188);
    expect(await balanceOf(context, `user:${bela.userId}:wallet`)).toBe(141_094);
    await expectInvariants(db);
    for (const list of ["/operator/casks?state=sold", "/operator/casks.csv?state=sold"])
      expect((await get(list, operator)).text).toContain(caskId);
  });

  it("tells the second of two operators who save at once what differs, and keeps what they typed", async () => {
    const { caskId } = await draft();
    const open = async (as: Person) => hiddenIn((await get(caskPage(caskId), as)).text, 'value="save"');
    const [mine, theirs] = [await open(people.operator), await open(people.second)];
    const first = { ...mine, ...TYPED, warehouse: "Bond 9, Elgin" };
    expect((await post(caskPage(caskId), people.operator, first)).status).toBe(303);
    const late = { ...theirs, ...TYPED, warehouse: "Bond 5, Keith", distillery_information: "First.\r\n\r\nSecond." };
    const told = await post(caskPage(caskId), people.second, late);
    expect(told.status).toBe(409);
    for (const words of [
      "Someone else changed this cask",
      "Warehouse, saved in the meantime: Bond 9, Elgin",
      'value="Bond 5, Keith"',
    ])
      expect(told.text).toContain(words);
    const again = { ...late, ...hiddenIn(told.text, 'value="save"') };
    expect((await post(caskPage(caskId), people.second, again)).status).toBe(303);
  });
});

describe("a document about a cask", () => {
  const pdf = (bytes: number, start = "%PDF-1.7") => {
    const content = new Uint8Array(bytes);
    content.set(new TextEncoder().encode(start));
    return new File([content], "../../insurance.exe", { type: "text/html" });
  };
  const upload = (caskId: string, as: Person, file: File) => {
    const form = new FormData();
    const dates = { issued_on: addDays(today, -400), expires_on: addDays(today, -30) };
    const fields = { intent: "evidence", document_kind: "insurance", issuer: "Lloyd & Sons", visibility: "holders" };
    for (const [name, value] of Object.entries({ ...fields, ...dates })) form.set(name, value);
    form.set("file", file);
    return send(caskPage(caskId), as, form);
  };

  it("of several megabytes is kept, listed as expired, and opens as what it is", async () => {
    const caskId = await putCask(context);
    const disguised = await upload(caskId, people.operator, pdf(2_000, "<html>"));
    expect(disguised.status).toBe(400);
    for (const words of ["only PDF, JPEG and PNG", "Lloyd &amp; Sons"]) expect(disguised.text).toContain(words);
    const sent = await upload(caskId, people.operator, pdf(3_000_000));
    expect([sent.status, sent.location]).toEqual([303, caskPage(caskId, "evidence")]);
    const { text } = await get(caskPage(caskId, "evidence"), people.operator);
    for (const words of ["Insurance", "Lloyd &amp; Sons", "expired", "3.0 MB"]) expect(text).toContain(words);
    const [, href] = /href="([^"]*\/documents\/[\w-]+)"/.exec(text) ?? [];
    const file = await get(href ?? "", people.reader);
    expect([file.status, file.headers.get("Content-Type"), file.text.slice(0, 5)]).toEqual([
      200,
      "application/pdf",
      "%PDF-",
    ]);
    expect(file.headers.get("Content-Disposition")).toMatch(/^attachment; filename="insurance-\d{4}-\d\d-\d\d\.pdf"$/);
  });

  it("is read only up to its limit, from operators, and on a cask's own page", async () => {
    const caskId = await putCask(context);
    const investor = await signIn(context);
    const over = await signIn(context, { operator: true });
    await db.run(sql`UPDATE users SET session_epoch = 1 WHERE id = ${over.userId}`);
    const madeUp = { ...investor, cookie: "session=abc; __Host-session=abc" };
    for (const as of [madeUp, investor, over]) expect((await upload(caskId, as, pdf(200_000))).status).toBe(413);
    expect((await upload(caskId, people.operator, pdf(MOST_BYTES.upload))).status).toBe(413);
    const form = new FormData();
    form.set("file", pdf(200_000));
    expect((await send("/operator/casks", people.operator, form)).status).toBe(413);
    const signedOut = await app.ask(caskPage("x"), { method: "POST", headers: { Origin: ORIGIN }, body: form });
    expect(signedOut.status).toBe(413);
  });
});

// Amounts and counts, typed as people write them. How each kind is read is in tests/domain/money.test.ts.
describe("a figure in a form of the console", () => {
  const sale = { intent: "sell", sold_on: today, buyer_kind: "trade", gross: "100000", fees: "0" };
  const SETTINGS = "/operator/settings";

  it.each<[field: string, typed: string, page: string, fields: Record<string, string>]>([
    ["gross", "1,00,00,000", "cask", sale],
    ["fees", "1,000", "cask", sale],
    ["value", "1,00,000", SETTINGS, { intent: "propose", key: "operator_cents_per_day" }],
    ["value", "1,000", SETTINGS, { intent: "propose", key: "payouts_per_day" }],
  ])("is read with its commas, and refused when they are wrong: %s, %s", async (field, typed, page, fields) => {
    const path = page === "cask" ? caskPage(await putCask(context)) : page;
    // Other fields may be refused for what they are.
    const isRefused = async (text: string) => {
      const answer = await post(path, people.operator, { ...fields, [field]: text });
      const inputs = answer.text.match(/<input[^>]*aria-invalid="true"[^>]*>/g) ?? [];
      return inputs.some((input) => input.includes(`name="${field}"`));
    };
    expect([await isRefused("1,0,0"), await isRefused(typed)]).toEqual([true, false]);
  });
});
