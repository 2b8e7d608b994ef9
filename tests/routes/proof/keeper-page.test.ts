// The page of a warehouse's keeper: no account, no script, paste or file.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { addDays, dateOf } from "~/domain/calendar-date";
import { keeperUrl } from "~/areas/casks/keepers/keeper-link";
import { createTestContext } from "../../support/context";
import { line, makeKey, putNumbered, registerKey, sign, type TestKey } from "../../support/keepers";
import { get, signIn } from "../../support/people";
import { openApp, ORIGIN } from "../../support/serve-app";

const context = createTestContext();
const app = openApp();
const KEEPER = { keeper: "page-bond", warehouse: "Page Bond, Leith" };
let key: TestKey;
let path = "";
const today = dateOf(context.nowMs());

beforeAll(async () => {
  vi.spyOn(console, "log").mockReturnValue(undefined);
  key = await makeKey();
  await putNumbered(context, KEEPER.warehouse, "1187");
  await registerKey(context, { ...KEEPER, key });
  path = new URL(await keeperUrl(context, { id: KEEPER.keeper, email: null })).pathname;
});

afterAll(() => vi.restoreAllMocks());

const statement = (date: string, litres = 123.4) =>
  sign(key, { casks: [line("1187", { litres })], date, keeper: KEEPER.keeper });

/** As a browser without a script sends it. */
function send(fields: Record<string, string | File>, to = path, cookie = "") {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const headers = { Origin: ORIGIN, "Sec-Fetch-Site": "same-origin", ...(cookie && { Cookie: cookie }) };
  return app.ask(to, { method: "POST", body, headers });
}

describe("the keeper's page", () => {
  it("says what was understood before and after, and is handed in once", async () => {
    const page = await app.ask(path);
    expect(page.status).toBe(200);
    expect(page.text).toContain("1187");
    expect(page.headers.get("Cache-Control")).toContain("no-store");
    const text = await statement(addDays(today, -2));
    const looked = await send({ intent: "look", text: JSON.stringify(JSON.parse(text), null, 2) });
    expect(looked.status).toBe(200);
    expect(looked.text).toContain("Nothing has been handed in yet.");
    expect(looked.text).toContain("123.4 litres of alcohol");
    const hidden = /name="text" value="([^"]+)"/.exec(looked.text)?.[1]?.replaceAll("&quot;", '"') ?? "";
    expect(hidden).toBe(text);
    const [first, second] = [
      await send({ intent: "hand-in", text: hidden }),
      await send({ intent: "hand-in", text: hidden }),
    ];
    expect([first.status, second.status]).toEqual([303, 303]);
    expect(first.location).toBe(second.location);
    const after = await app.ask(first.location ?? "");
    expect(after.text).toContain("Your statement has been accepted");
  });

  it("takes a file as well", async () => {
    const file = new File([await statement(addDays(today, -1))], "n.signed.json", { type: "application/json" });
    expect((await send({ intent: "look", text: "", file })).text).toContain("Nothing has been handed in yet.");
    expect((await send({ intent: "hand-in", text: "", file })).status).toBe(303);
  });

  it("keeps what was pasted and names what is wrong", async () => {
    const altered = (await statement(today)).replace("123.4", "124.4");
    const { status, text } = await send({ intent: "hand-in", text: altered });
    expect(status).toBe(400);
    expect(text).toContain("The signature is not genuine");
    expect(text).toContain("124.4");
    expect((await send({ intent: "look", text: "" })).text).toContain("paste it, or choose the file");
  });

  it("is not there without the right link, and ends with another mailbox", async () => {
    const wrong = path.replace(/.$/, path.endsWith("0") ? "1" : "0");
    expect((await app.ask(wrong)).status).toBe(404);
    expect((await send({ intent: "hand-in", text: await statement(today) }, wrong)).status).toBe(404);
  });

  it("is one round trip to read and two to hand in", async () => {
    const before = app.trips.count;
    await app.ask(path);
    const read = app.trips.count;
    await send({ intent: "hand-in", text: await statement(today) });
    expect([read - before, app.trips.count - read]).toEqual([1, 2]);
  });
});

describe("the console", () => {
  it("proposes a key, and another operator hands in what the keeper sent", async () => {
    const [one, two] = [await signIn(context, { operator: true }), await signIn(context, { operator: true })];
    const next = await makeKey();
    const place = `/operator/keepers/${KEEPER.keeper}`;
    const fields = { warehouse: KEEPER.warehouse, public_key: next.publicKey };
    expect((await send({ ...fields, intent: "propose" }, place, one.cookie)).location).toBe(place);
    const shown = await app.ask(place, { headers: { Cookie: two.cookie } });
    expect(shown.text).toContain(`value="${next.publicKey}"`);
    expect((await send({ ...fields, intent: "confirm" }, place, two.cookie)).location).toBe(place);
    const old = await send({ intent: "look", text: await statement(addDays(today, 1)) }, place, two.cookie);
    expect(old.text).toContain("signed with a key that was retired");
    const list = await app.ask("/operator/keepers", { headers: { Cookie: one.cookie } });
    expect(list.text).toContain("page-bond");
    const mail = await send({ intent: "contact", email: "no mail" }, place, one.cookie);
    expect([mail.status, mail.text.includes("Mailbox: an email address")]).toEqual([400, true]);
    expect((await send({ intent: "contact", email: "k@example.com" }, place, one.cookie)).location).toBe(place);
    const reader = await signIn(context, { reader: true });
    const asReader = await app.ask(place, { headers: { Cookie: reader.cookie } });
    expect(asReader.text).not.toContain("k@example.com");
    expect(asReader.text).not.toContain("/keeper/page-bond");
    expect((await app.ask(get(`${ORIGIN}${path}`).url)).status).toBe(404);
  });
});
