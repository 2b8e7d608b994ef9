// The trees of all certificates and of all wallets: their roots, each owner's path to them, and the signature of the day. The public program
// follows each path with code of its own.
import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { SLICE } from "~/areas/proof/audit-steps";
import { proveCertificate, proveOwed, saltOf } from "~/areas/proof/audit-trees";
import { verifyFile, verifyOrigin } from "../../../../public/verify-audit.mjs";
import { auditDeps, auditTomorrow, DAY_MS, makeAudit } from "../../../support/audits";
import { createTestContext, TestClock } from "../../../support/context";
import { creditWallet, giveStake } from "../../../support/holdings";
import { openSession } from "../../../support/open-session";
import { type Person, putCask, signIn, signInAs } from "../../../support/people";
import { openApp } from "../../../support/serve-app";

const context = createTestContext({ clock: new TestClock(Date.parse("2026-11-24T12:00:00Z")) });
const deps = { ...context, certificates: env.CERTIFICATES };
const ids: string[] = [];
let people: Person[];
let [holder, operator]: Person[] = [];

beforeAll(async () => {
  vi.spyOn(console, "log").mockReturnValue(undefined);
  [holder, operator] = [await signIn(context), await signIn(context, { operator: true })];
  people = await Promise.all(Array.from({ length: 5 }, () => signIn(context)));
  for (const [at, person] of people.entries()) await creditWallet(context, person, 1_000 * (at + 1) + at);
  const caskId = await putCask(context, { totalStakes: 20 });
  for (let at = 0; at < 7; at += 1) ids.push((await giveStake(context, holder, caskId)).certificateId);
});

const bytes = (of: unknown) => new TextEncoder().encode(typeof of === "string" ? of : JSON.stringify(of));

/** One round trip; the file passes. */
async function proved<T>(read: () => Promise<T>): Promise<T> {
  const trips = context.trips.count;
  const file = await read();
  expect(context.trips.count - trips).toBe(1);
  if (file) expect(await verifyFile("kept.json", bytes(file))).toMatchObject({ ok: true });
  return file;
}
const owedOf = (person: Person) => proved(() => proveOwed(deps, openSession(context, person.userId)));
const proofOf = (certificateId: string, { userId } = holder ?? expect.fail()) =>
  proved(() => proveCertificate(deps, openSession(context, userId), certificateId));

describe("an audit in parts of any size", () => {
  it("leads each certificate and each wallet to the same roots", async () => {
    const roots = new Set<string>();
    for (const width of [SLICE.certificates, 1, 2, 4]) {
      context.clock.advance(DAY_MS);
      const day = await makeAudit(auditDeps(context), { ...SLICE, certificates: width, wallets: width });
      expect(day.certificates.count).toBe(ids.length);
      expect(day.owed.cents).toBe(day.money.wallets_cents);
      roots.add(day.certificates.root);
      const { date, hash, certificates, owed } = day;
      for (const id of ids)
        expect(await proofOf(id)).toMatchObject({
          head: { date, hash, certificates },
          certificate: { event: "issued" },
        });
      for (const [at, { userId }] of people.entries())
        expect(await owedOf(people[at] ?? expect.fail())).toMatchObject({
          head: { date, hash, owed },
          wallet: { user_id: userId, cents: 1_000 * (at + 1) + at },
        });
    }
    expect(roots.size).toBe(1);
  });

  it("keeps the leaves of the last two days only", async () => {
    const days: string[] = [];
    for (let night = 0; night < 3; night++) days.push((await auditTomorrow(context)).date);
    const { objects } = await env.CERTIFICATES.list({ prefix: "audit-steps/" });
    expect([...new Set(objects.map(({ key }) => key.split("/")[1]))].sort()).toEqual(days.slice(1));
  });
});

describe("the file of a certificate or a wallet", () => {
  it("passes with every day in the public program, by the key that is published", async () => {
    await auditTomorrow(context);
    const app = openApp();
    const get = (async (asked: string | URL | Request) => {
      const { status, text } = await app.ask(new URL(asked instanceof Request ? asked.url : asked).pathname, {});
      return new Response(text, { status });
    }) as typeof fetch;
    const [key = ""] = (await app.ask("/audit/key", {})).text.split("\n");
    const report = await verifyOrigin("https://dunnage.example", { keys: [key], lists: true, get });
    expect(report).toMatchObject({ ok: true, problems: [] });
    const text = JSON.stringify(await proofOf(ids[0] ?? ""));
    expect(await verifyFile("kept", bytes(text), [key])).toMatchObject({ ok: true });
    for (const [from, to] of [
      [/("date":")\d/, "$13"],
      [/"issued"/, '"void"'],
      [/("cents":)/, "$11"],
    ] as const)
      expect(await verifyFile("kept", bytes(text.replace(from, to)), [key]), `${from}`).toMatchObject({ ok: false });
  });

  it("is downloaded by its owner", async () => {
    const headers = { Cookie: await signInAs(createTestContext(), (holder ?? expect.fail()).userId) };
    const [proof, owed] = [await proofOf(ids[0] ?? ""), await owedOf(holder ?? expect.fail())];
    for (const [path, file, name] of [
      [`/certificates/${ids[0]}.proof.json`, proof, `dunnage-certificate-${proof?.certificate.mark}`],
      ["/wallet/owed.json", owed, `dunnage-owed-${owed?.head.date}`],
    ] as const) {
      const answer = await openApp().ask(path, { headers });
      expect([answer.status, JSON.parse(answer.text)]).toEqual([200, file]);
      expect(answer.headers.get("Content-Disposition")).toContain(`"${name}.json"`);
      expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
    }
  });

  it("is for the certificate's owner and for operators, not for others, and says what happened to it last", async () => {
    const [first = "", second = ""] = ids;
    expect(await proofOf(first, people[0])).toBeNull();
    expect(await proofOf(first, operator)).not.toBeNull();
    expect(await proofOf("crt_none")).toBeNull();
    const nowMs = context.nowMs();
    await context.db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = ${nowMs} WHERE id = ${second}`);
    expect((await auditTomorrow(context)).certificates.count).toBe(ids.length + 1);
    const file = (await proofOf(second)) ?? expect.fail();
    expect(file.certificate).toMatchObject({ event: "void", date: new Date(nowMs).toISOString().slice(0, 10) });
    expect(JSON.stringify(file)).not.toContain(second);
  });

  it("has a salt of sixteen bytes that the day and the person give", async () => {
    const signed: string[] = [];
    const signLink = (text: string) => (signed.push(text), Promise.resolve("signature"));
    expect(await saltOf({ signLink }, "2026-01-01", "usr_a")).toHaveLength(16);
    expect(signed).toEqual(["owed:2026-01-01:usr_a"]);
  });
});
