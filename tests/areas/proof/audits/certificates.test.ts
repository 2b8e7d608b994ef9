// The tree of all certificates: its root, each owner's path to it, and the signature of the day.
import { env } from "cloudflare:test";
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { SLICE } from "~/areas/proof/audit-steps";
import { proveCertificate } from "~/areas/proof/audit-trees";
import type { CertificateProof } from "~/domain/audit/audit-files";
import { canonical } from "../../../support/audit-history";
import { auditDeps, auditTomorrow, DAY_MS, makeAudit } from "../../../support/audits";
import { createTestContext, TestClock } from "../../../support/context";
import { giveStake } from "../../../support/holdings";
import { openSession } from "../../../support/open-session";
import { type Person, putCask, signIn, signInAs } from "../../../support/people";
import { openApp } from "../../../support/serve-app";
import { verifyFile, verifyOrigin } from "../../../../public/verify-audit.mjs";

const context = createTestContext({ clock: new TestClock(Date.parse("2026-05-04T12:00:00Z")) });
const deps = { ...context, certificates: env.CERTIFICATES };
let [holder, other, operator]: Person[] = [];
const ids: string[] = [];

beforeAll(async () => {
  [holder, other, operator] = [await signIn(context), await signIn(context), await signIn(context, { operator: true })];
  const caskId = await putCask(context, { totalStakes: 20 });
  for (let at = 0; at < 7; at += 1) ids.push((await giveStake(context, holder, caskId)).certificateId);
});

const proofOf = async (certificateId: string, { userId } = holder ?? expect.fail()) => {
  const trips = context.trips.count;
  const file = await proveCertificate(deps, openSession(context, userId), certificateId);
  expect(context.trips.count - trips).toBe(1);
  return file;
};

const sha = (...parts: (Buffer | string)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
/** As RFC 9162 says in 2.1.3.2, without the product's code. */
function rootOf({ certificate, index, path, head }: CertificateProof): string {
  let [at, last] = [index, head.certificates.count - 1];
  let hash = sha(Buffer.of(0), canonical(certificate));
  for (const step of path) {
    const beside = Buffer.from(step, "hex");
    if (at % 2 === 1 || at === last) {
      hash = sha(Buffer.of(1), beside, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [at >> 1, last >> 1];
    } else hash = sha(Buffer.of(1), hash, beside);
    [at, last] = [at >> 1, last >> 1];
  }
  expect(last).toBe(0);
  return hash.toString("hex");
}

describe("a certificate", () => {
  it("is led to the root of the day, in parts of any size", async () => {
    const roots = new Set<string>();
    for (const width of [SLICE.certificates, 1, 2, 4]) {
      context.clock.advance(DAY_MS);
      const day = await makeAudit(auditDeps(context), { ...SLICE, certificates: width });
      expect(day.certificates.count).toBe(ids.length);
      roots.add(day.certificates.root);
      for (const id of ids) {
        const file = (await proofOf(id)) ?? expect.fail();
        expect(file.head).toMatchObject({ date: day.date, hash: day.hash, certificates: day.certificates });
        expect(file.certificate.event).toBe("issued");
        expect(rootOf(file)).toBe(day.certificates.root);
      }
    }
    expect(roots.size).toBe(1);
  });

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
    const bytes = (of: string) => new TextEncoder().encode(of);
    expect(await verifyFile("kept", bytes(text), [key])).toMatchObject({ ok: true });
    for (const [from, to] of [
      [/("date":")\d/, "$13"],
      [/"issued"/, '"void"'],
      [/("cents":)/, "$11"],
    ] as const)
      expect(await verifyFile("kept", bytes(text.replace(from, to)), [key]), `${from}`).toMatchObject({ ok: false });
  });

  it("is a file that its owner downloads, from one round trip", async () => {
    const headers = { Cookie: await signInAs(createTestContext(), (holder ?? expect.fail()).userId) };
    const app = openApp();
    const answer = await app.ask(`/certificates/${ids[0]}.proof.json`, { headers });
    const file = await proofOf(ids[0] ?? "");
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, file]);
    expect(app.trips.count).toBe(1);
    expect(answer.headers.get("Content-Disposition")).toContain(`"dunnage-certificate-${file?.certificate.mark}.json"`);
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  });

  it("is proved to its owner and to operators, not to others, and with what happened to it last", async () => {
    const [first = "", second = ""] = ids;
    expect(await proofOf(first, other)).toBeNull();
    expect(await proofOf(first, operator)).not.toBeNull();
    expect(await proofOf("crt_none")).toBeNull();
    const nowMs = context.nowMs();
    await context.db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = ${nowMs} WHERE id = ${second}`);
    const day = await auditTomorrow(context);
    expect(day.certificates.count).toBe(ids.length + 1);
    const file = (await proofOf(second)) ?? expect.fail();
    expect(file.certificate).toMatchObject({ event: "void", date: new Date(nowMs).toISOString().slice(0, 10) });
    expect(rootOf(file)).toBe(day.certificates.root);
    expect(JSON.stringify(file)).not.toContain(second);
  });
});
