import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { endAllSessions } from "~/areas/accounts/login/end-all-sessions";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { loader as certificate } from "~/routes/certificates.$file";
import { get, putCask, signIn } from "../../support/people";
import { openShop, type Shop } from "../../support/shop";
import { tokenOf } from "../api/support/client";

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

    shop.context.clock.advance(86_400_000);
    expect(await ask(`Bearer ${tokens.owner}`)).toMatchObject({ ...refused(401, "jwt expired"), trips: 0 });
    shop.context.clock.advance(-86_400_000);
    await shop.context.db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = 1 WHERE id = ${own.id}`);
    expect(await ask(`Bearer ${tokens.owner}`)).toMatchObject(nothing);
    await endAllSessions(shop.context, { userId: owner.userId, actor: "system" });
    expect(await ask(`Bearer ${tokens.owner}`)).toMatchObject(refused(401, "jwt expired"));
  });

  it("is stored with the hash that is shown", async () => {
    const shop = openShop();
    const { certificate: own } = await bought(shop);
    const bytes = await (await env.CERTIFICATES.get(`certificates/${own.id}.pdf`))?.arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes ?? new ArrayBuffer(0)));
    expect(Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")).toBe(own.sha256);
  });
});
