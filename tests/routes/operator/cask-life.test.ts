import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addDays, dateOf } from "~/domain/calendar-date";
import { MOST_BYTES } from "~/server/body-limit";
import { balanceOf, giveStake } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { type Person, putCask, signIn, signInStaff } from "../../support/people";
import { openApp, ORIGIN } from "../../support/serve-app";
import { openShop } from "../../support/shop";
import { caskPage, caskRecords, draftCask, typedCask } from "./support/typed-cask";
import { hiddenIn, visitConsole } from "./support/visit-console";

// Casks through the console's own pages: from the first draft to the last cent.

const app = openApp();
const shop = openShop();
const { context } = shop;
const { db } = context;
const today = dateOf(context.nowMs());
let people: { operator: Person; second: Person; reader: Person; asha: Person; bela: Person };

beforeAll(async () => {
  const [staff, asha, bela] = await Promise.all([signInStaff(context), signIn(context), signIn(context)]);
  people = { ...staff, asha, bela };
});
beforeEach(() => void vi.spyOn(console, "log").mockReturnValue(undefined));
afterEach(() => vi.restoreAllMocks());

const visit = visitConsole(app);
const { get, send, post } = visit;
const TYPED = typedCask(today);
const draft = (more: object = {}) => draftCask(visit, people.operator, { ...TYPED, ...more });
const { rowOf, actionsOf } = caskRecords(context);

describe("the whole life of a cask", () => {
  it("is created, published, bought, valued, sold and confirmed by two operators, and everybody is credited", async () => {
    const { operator, second, asha, bela } = people;
    const caskId = await draft();
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
    expect(preview.status).toBe(303);
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
    const alone = await post(caskPage(caskId), operator, fields);
    expect([alone.status, (await rowOf(caskId))?.endedOn]).toEqual([409, null]);
    const both = await Promise.all([
      post(caskPage(caskId, "sell"), second, fields),
      post(caskPage(caskId, "sell"), second, fields),
    ]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect((await get(caskPage(caskId, "sell"), second)).text).toContain("0 of 3");
    context.clock.nowMs = Date.now();
    await shop.drain();
    expect((await get(caskPage(caskId, "sell"), second)).text).toContain("3 of 3");
    expect(await balanceOf(context, `user:${asha.userId}:wallet`)).toBe(282_188);
    expect(await balanceOf(context, `user:${bela.userId}:wallet`)).toBe(141_094);
    await expectInvariants(db);
    expect(await actionsOf(`cask:${caskId}`)).toEqual([
      ...["cask-saved", "cask-published"],
      ...["change-proposed", "change-confirmed", "valuation-recorded"],
    ]);
    const late = await post(caskPage(caskId), operator, { intent: "value", ...value });
    expect(late.status).toBe(409);
    expect(late.text).toContain("Only a published cask can be valued.");
    const close = { intent: "save", ...TYPED, close_date: addDays(today, 60) };
    expect((await post(caskPage(caskId), operator, close)).text).toContain("Close date cannot change");
    for (const list of ["/operator/casks?state=sold", "/operator/casks.csv?state=sold"])
      expect((await get(list, operator)).text).toContain(caskId);
  });
});

describe("a document about it", () => {
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
    return send(caskPage(caskId), as, form);
  };

  it("of several megabytes is kept, listed as expired, and opens as what it is", async () => {
    const caskId = await putCask(context);
    const { operator, reader } = people;
    const sent = await upload(caskId, operator, pdf(3_000_000));
    expect([sent.status, sent.location]).toEqual([303, caskPage(caskId, "evidence")]);
    const { text } = await get(caskPage(caskId, "evidence"), operator);
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

  it("of a size is read from operators only: no forged cookie, no investor, no ended session", async () => {
    const caskId = await putCask(context);
    const investor = await signIn(context);
    const over = await signIn(context, { operator: true });
    await db.run(sql`UPDATE users SET session_epoch = 1 WHERE id = ${over.userId}`);
    const madeUp = { ...investor, cookie: "session=abc; __Host-session=abc" };
    for (const as of [madeUp, investor, over]) expect((await upload(caskId, as, pdf(200_000))).status).toBe(413);
    expect((await upload(caskId, people.operator, pdf(200_000))).status).toBe(303);
  });
});
