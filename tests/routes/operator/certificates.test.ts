import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newCertificateCode } from "~/server/ids";
import { relayOutbox } from "../../../workers/settlement/outbox";
import { giveStake } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { type Person, putCask, signIn } from "../../support/people";
import { openApp, ORIGIN } from "../../support/serve-app";
import { openShop } from "../../support/shop";

// Certificates through the console's own pages: finding one, replacing it, making it void, and the promise of 48 hours.

const app = openApp();
const shop = openShop();
const { context } = shop;
const HOUR_MS = 3_600_000;
let people: { operator: Person; reader: Person };
let caskId: string;

beforeAll(async () => {
  people = { operator: await signIn(context, { operator: true }), reader: await signIn(context, { reader: true }) };
  caskId = await putCask(context, { name: "Paper Cask", totalStakes: 50 });
});
beforeEach(() => void vi.spyOn(console, "log").mockReturnValue(undefined));
afterEach(() => vi.restoreAllMocks());

const get = (path: string, as: Person) => app.ask(path, { headers: { Cookie: as.cookie } });
const pageOf = (certificateId: string) => `/operator/certificates/${certificateId}`;
const act = (certificateId: string, as: Person, fields: Record<string, string>) =>
  app.ask(pageOf(certificateId), {
    method: "POST",
    headers: { Cookie: as.cookie, Origin: ORIGIN },
    body: new URLSearchParams(fields),
  });

async function held({
  name = "Asha Rao",
  ...more
}: { name?: string; certificate?: "pending"; hoursAgo?: number } = {}) {
  const holder = await signIn(context);
  const code = newCertificateCode();
  await context.db.run(sql`UPDATE users SET full_name = ${name} WHERE id = ${holder.userId}`);
  const { hoursAgo = 1, ...rest } = more;
  const purchasedAtMs = context.nowMs() - hoursAgo * HOUR_MS;
  return { holder, code, ...(await giveStake(context, holder, caskId, { code, purchasedAtMs, ...rest })) };
}

/** The settlement Worker's work; the app's clock is the real one. */
async function runWork(): Promise<void> {
  context.clock.nowMs = Math.max(context.clock.nowMs, Date.now());
  await relayOutbox(shop.settlement, { most: 100 });
}

const statesOf = (stakeId: string) =>
  context.db.all<{ id: string; state: string; withheld: number; code: string }>(
    sql`SELECT id, state, withheld, code FROM certificates WHERE stake_id = ${stakeId} ORDER BY created_at_ms, id`,
  );
const verdict = async (code: string) => /<h1[^>]*>([^<]+)</.exec((await app.ask(`/verify/${code}`)).text)?.[1];

describe("the list of certificates", () => {
  it("counts those not issued within 48 hours, oldest first, on the overview too", async () => {
    const [young, late, later] = [
      await held({ certificate: "pending", hoursAgo: 47 }),
      await held({ certificate: "pending", hoursAgo: 60 }),
      await held({ certificate: "pending", hoursAgo: 50 }),
    ];
    const { text } = await get("/operator/certificates?state=pending", people.operator);
    expect(text.indexOf(late.certificateId)).toBeGreaterThan(0);
    expect(text.indexOf(later.certificateId)).toBeGreaterThan(text.indexOf(late.certificateId));
    expect(text.indexOf(young.certificateId)).toBeGreaterThan(text.indexOf(later.certificateId));
    expect(text).toContain("late 12 h");
    const overview = (await get("/operator", people.operator)).text;
    expect(overview).toContain("Certificates not issued in time");
    expect(overview).toMatch(/Certificates not issued in time[\s\S]*?>2</);
    await runWork();
    expect((await get("/operator", people.operator)).text).not.toContain("Certificates not issued in time");
  });
});

describe("a certificate that is replaced", () => {
  it("happens once: the new code is valid, the old one says that it was replaced, the holder is told", async () => {
    const { certificateId, stakeId, code, holder } = await held();
    await context.db.run(sql`UPDATE users SET full_name = 'Asha Rao Mehta' WHERE id = ${holder.userId}`);
    const twice = await Promise.all([1, 2].map(() => act(certificateId, people.operator, { intent: "reissue" })));
    const places = twice.map(({ status, location }) => [status, location]);
    const [old, fresh] = await statesOf(stakeId);
    expect(places).toEqual(Array(2).fill([303, pageOf(fresh?.id ?? "")]));
    expect([old?.state, fresh?.state, (await statesOf(stakeId)).length]).toEqual(["void", "pending", 2]);
    await runWork();
    expect(await verdict(code)).toBe("This certificate was replaced");
    expect(await verdict(fresh?.code ?? "")).toBe("This certificate is valid");
    expect(context.mailer.to(holder.email).some(({ subject }) => /certificate is ready/.test(subject))).toBe(true);
    expect((await act(fresh?.id ?? "", people.operator, { intent: "void", reason: "Stolen." })).status).toBe(303);
    expect(await verdict(code)).toBe("This certificate is no longer valid");
    await expectInvariants(context.db);
  });

  it("is refused while it is not issued, after its stake has ended, and for the operator's own", async () => {
    const pending = await held({ certificate: "pending" });
    const refused = await act(pending.certificateId, people.operator, { intent: "reissue" });
    expect([refused.status, refused.text.includes("cannot be replaced")]).toEqual([409, true]);
    const own = await held();
    await context.db.run(sql`UPDATE users SET role = 'operator' WHERE id = ${own.holder.userId}`);
    for (const intent of ["reissue", "void"])
      expect((await act(own.certificateId, own.holder, { intent, reason: "Mine." })).status).toBe(409);
    expect((await get(pageOf(own.certificateId), own.holder)).text).toContain("This is your own certificate");
    expect((await act(own.certificateId, people.reader, { intent: "reissue" })).status).toBe(403);
    expect((await statesOf(own.stakeId)).map(({ state }) => state)).toEqual(["issued"]);
  });
});

describe("a certificate made void", () => {
  it("is void for everyone, keeps its stake, and can be reissued", async () => {
    const { certificateId, stakeId, code, holder } = await held();
    const empty = await act(certificateId, people.operator, { intent: "void", reason: " " });
    expect([empty.status, empty.text.includes("Enter the reason")]).toEqual([400, true]);
    const fields = { intent: "void", reason: "Printed for the wrong person." };
    for (let tap = 0; tap < 2; tap++) expect((await act(certificateId, people.operator, fields)).status).toBe(303);
    expect((await act(certificateId, people.operator, { ...fields, reason: "Other." })).status).toBe(409);
    expect(await statesOf(stakeId)).toMatchObject([{ state: "void", withheld: 1 }]);
    expect(await context.db.all(sql`SELECT state FROM stakes WHERE id = ${stakeId}`)).toEqual([{ state: "active" }]);
    expect(await verdict(code)).toBe("This certificate is no longer valid");
    expect((await get("/wallet?tab=portfolio", holder)).text).toContain("Certificate no longer valid");
    expect((await get(`/certificates/${certificateId}.pdf`, holder)).status).toBe(404);
    await expectInvariants(context.db);
    const { text } = await get(pageOf(certificateId), people.operator);
    expect(text).toContain("Make a new certificate");
    expect((await act(certificateId, people.operator, { intent: "reissue" })).status).toBe(303);
    await runWork();
    expect((await statesOf(stakeId)).map(({ state, withheld }) => [state, withheld])).toEqual([
      ["void", 0],
      ["issued", 0],
    ]);
    await expectInvariants(context.db);
  });
});
