import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { loader as certificate } from "~/routes/certificates.$file";
import { createTestContext } from "../../support/context";
import { giveStake } from "../../support/holdings";
import { get, putCask, signIn } from "../../support/people";
import { openApp } from "../../support/serve-app";
import { wordsIn } from "../../support/serve-page";
import { openShop, type Shop } from "../../support/shop";
import { tokenOf } from "../api/support/client";

describe("verifying a certificate", () => {
  const CODE = "7kq2ma4p9trwdefg";
  const VOID = "7kq2ma4p9trwdefh";

  /** The prerendered page, where there are files. */
  const FILE = "<p>the file</p>";
  const ASSETS = { fetch: () => Promise.resolve(new Response(FILE)) };

  beforeAll(async () => {
    const context = createTestContext();
    const person = await signIn(context);
    const caskId = await putCask(context);
    for (const code of [CODE, VOID]) await giveStake(context, person, caskId, { code });
    await context.db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = ${context.nowMs()}
      WHERE code = ${VOID}`);
  });

  describe("/verify", () => {
    it("is the file where there is one, unless something was asked", async () => {
      const app = openApp({ ASSETS });
      expect((await app.ask("/verify")).text).toBe(FILE);
      expect((await app.ask("/verify?code=abc")).status).toBe(303);
      expect((await app.ask("/verify?code=")).text).toContain("<form");
    });

    it.each([
      ["7kq2ma4p9trwdefg", CODE],
      [encodeURIComponent(`https://dunnage.example/verify/7kq2-ma4p-9trw-defg?utm_source=messenger`), CODE],
      ["nothing%2Flike%20it", "nothing%2Flike%20it"],
      ["//elsewhere.example", "%2F%2Felsewhere.example"],
    ])("leads from %s to the answer, with no round trip", async (typed, code) => {
      const app = openApp();
      const sent = await app.ask(`/verify?code=${typed}`);
      expect([sent.status, sent.location]).toEqual([303, `/verify/${code}`]);
      expect(app.trips.count).toBe(0);
    });
  });

  describe("/verify/CODE", () => {
    it("says in one round trip what a code stands for, however it is typed, and nothing of the holder", async () => {
      const app = openApp();
      const page = await app.ask("/verify/7kq2%20ma4p%209TRW%20defg");
      expect(page.status).toBe(200);
      const words = wordsIn(page.text);
      for (const said of ["is valid", "7kq2-ma4p-9trw-defg", "Cask", "1 of", "Issued", "SHA-256", "does not prove"])
        expect(words).toContain(said);
      expect(words).not.toContain("person-");
      expect(app.trips.count).toBe(1);
    });

    it("says when one is void", async () => {
      const words = wordsIn((await openApp().ask(`/verify/${VOID}`)).text);
      expect(words).toContain("This certificate is no longer valid");
      expect(words).toContain("Not valid since");
    });

    it("says that one was replaced, also while the new one is still being made", async () => {
      const { db, nowMs } = createTestContext();
      const replaced = "This certificate was replaced";
      expect(wordsIn((await openApp().ask(`/verify/${VOID}`)).text)).not.toContain(replaced);
      await db.run(sql`INSERT INTO certificates (id, stake_id, code, state, r2_key, created_at_ms)
      SELECT 'crt_newer', stake_id, '7kq2ma4p9trwdefj', 'pending', 'newer.pdf', ${nowMs()} FROM certificates WHERE code = ${VOID}`);
      const words = wordsIn((await openApp().ask(`/verify/${VOID}`)).text);
      expect(words).toContain(replaced);
      expect(words).toContain("Not valid since");
      expect((await openApp().ask("/verify/7kq2ma4p9trwdefj")).status, "the one being made").toBe(404);
    });

    it.each([
      ["7KQ2ma4p9trwdefz", "7kq2-ma4p-9trw-defz"],
      ["nothing%2Flike%20it", "nothing/like it"],
      ["%20", ""],
    ])("asks again where no certificate has it, with what was typed: %s", async (typed, kept) => {
      const page = await openApp().ask(`/verify/${typed}`);
      expect(page.status).toBe(404);
      expect(page.text).toContain("We do not know this code");
      expect(page.text).toMatch(/<form method="get" action="\/verify"/);
      expect(/<input [^>]*name="code"[^>]*>/.exec(page.text)?.[0]).toContain(`value="${kept}"`);
    });
  });
});

async function bought(shop: Shop) {
  const [owner, cask] = [await signIn(shop.context), await putCask(shop.context)];
  await shop.buy(owner, { cask });
  const paymentId = (await shop.paymentsOf(owner))[0]?.id ?? "";
  shop.stripe.pay(paymentId);
  await settlePayment(shop.settlement, { paymentId });
  await shop.drain();
  const [row] = await shop.context.db.all<{ id: string; code: string; sha256: string }>(
    sql`SELECT certificates.id, code, sha256 FROM certificates JOIN stakes ON stakes.id = stake_id WHERE payment_id = ${paymentId}`,
  );
  return { owner, cask, paymentId, certificate: row ?? { id: "", code: "", sha256: "" } };
}

describe("the file of a certificate", () => {
  it("opens with an API token too, for owner and operator, until it is void", async () => {
    const shop = openShop();
    const { owner, certificate: own } = await bought(shop);
    const [stranger, operator] = [await signIn(shop.context), await signIn(shop.context, { operator: true })];
    const tokens = { owner: "", operator: "", stranger: "" };
    for (const [name, person] of Object.entries({ owner, operator, stranger }))
      tokens[name as keyof typeof tokens] = await tokenOf(shop.context, person);
    const ask = async (authorization: string, { file = `${own.id}.pdf`, cookie = "" } = {}) => {
      const context = shop.context.next();
      const request = get(`http://localhost:8787/certificates/${file}`, cookie);
      request.headers.set("Authorization", authorization);
      const answer = await certificate({ request, context, params: { file } });
      const isJson = answer.headers.get("Content-Type")?.includes("json");
      const body: unknown = isJson ? await answer.json() : await answer.text();
      return { status: answer.status, body, trips: context.trips.count, headers: answer.headers };
    };
    const refused = (status: number, message: string) => ({ status, body: { status: false, message } });

    for (const name of ["owner", "operator"] as const) {
      const got = await ask(`Bearer ${tokens[name]}`);
      expect(got).toMatchObject({ status: 200, body: expect.stringContaining("%PDF"), trips: 1 });
      expect(got.headers.get("Content-Type")).toBe("application/pdf");
      expect(got.headers.get("Cache-Control")).toBe("private, no-store");
    }
    const nothing = refused(404, "There is nothing at this address.");
    expect(await ask(`Bearer ${tokens.stranger}`)).toMatchObject(nothing);
    // A request with a token is judged by the token alone.
    expect(await ask(`Bearer ${tokens.stranger}`, { cookie: owner.cookie })).toMatchObject(nothing);
    expect(await ask(`Bearer ${tokens.owner}`, { file: "crt_none.pdf" })).toMatchObject(nothing);
    expect(await ask(`Bearer ${tokens.owner}`, { file: own.id })).toMatchObject(nothing);
    const invalid = await ask("Bearer x.y.z", { cookie: owner.cookie });
    expect(invalid).toMatchObject({ ...refused(401, "jwt invalid"), trips: 0 });
    expect(invalid.headers.get("WWW-Authenticate")).toBe("Bearer");

    await shop.context.db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = 1 WHERE id = ${own.id}`);
    expect(await ask(`Bearer ${tokens.owner}`)).toMatchObject(nothing);
  });

  it("is stored with the hash that is shown", async () => {
    const shop = openShop();
    const { certificate: own } = await bought(shop);
    const bytes = await (await env.CERTIFICATES.get(`certificates/${own.id}.pdf`))?.arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes ?? new ArrayBuffer(0)));
    expect(Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")).toBe(own.sha256);
  });
});
