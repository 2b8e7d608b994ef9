// What may be shown of today: documents, who keeps a warehouse, and ends, within a minute.
import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client";
import { addDays, dateOf } from "~/domain/calendar-date";
import {
  type CaskList,
  evidenceKey,
  type ExitList,
  PROOF_FILES,
  readProof,
} from "~/areas/proof/publishing/proof-files";
import { publishChanges } from "~/areas/proof/publishing/publish-changes";
import { auditDeps, makeAudit } from "../../../support/audits";
import { createTestContext } from "../../../support/context";
import { openExits, soldToday } from "../../../support/exits";
import { giveStake, monthsAgo, value } from "../../../support/holdings";
import { type Person, putCask } from "../../../support/people";
import { addPaper, DAY_MS, evidenceOf, openProved } from "./support/proved";

const context = createTestContext();
const { db } = context;
const audit = auditDeps(context);
const deps = { db, proof: env.PROOF, nowMs: context.nowMs };
const today = () => dateOf(context.nowMs());
const midnight = () => Date.parse(`${today()}T00:00:00Z`);
let holder: Person;
let caskId: string;

beforeEach(async () => void ({ holder, caskId } = await openProved(context)));

const evidenceFile = () => evidenceOf(caskId);
const caskList = () => readProof<CaskList>(env.PROOF, PROOF_FILES.casks);
const lineOf = async () => (await caskList())?.casks.find(({ id }) => id === caskId);

describe("what changed since the files of proof were written", () => {
  it("is shown within a minute: a new document, an ended cask; a withdrawn cask is gone with the next day", async () => {
    const withdrawn = await putCask(context);
    await makeAudit(audit);
    expect(await publishChanges(deps)).toBe(0);
    expect(await env.PROOF.head(evidenceKey(withdrawn))).not.toBeNull();
    expect((await evidenceFile()).documents).toEqual([]);
    await addPaper(context, caskId, { kind: "photo" });
    context.clock.advance(60_000);
    expect(await publishChanges(deps)).toBe(1);
    expect((await evidenceFile()).documents).toMatchObject([{ kind: "photo" }]);
    expect((await lineOf())?.kinds).toEqual(["photo"]);
    expect(await publishChanges(deps)).toBe(0);
    await db.run(sql`UPDATE casks SET state = 'withdrawn' WHERE id = ${withdrawn}`);
    await giveStake(context, holder, caskId, { purchasedAtMs: monthsAgo(context, 30) });
    const exits = await openExits(context);
    await exits.confirmed(caskId, soldToday(context));
    expect(await publishChanges(deps)).toBe(1);
    const list = await readProof<ExitList>(env.PROOF, PROOF_FILES.exits);
    expect(list?.exits.find((one) => one.caskId === caskId)).toMatchObject({ boughtAtCents: 50_000, creditedOn: null });
    expect((await evidenceFile()).cask.endedOn).toBe(today());
    expect((await lineOf())?.endedOn).toBe(today());
    context.clock.advance(DAY_MS);
    await makeAudit(audit);
    expect(await env.PROOF.head(evidenceKey(withdrawn))).toBeNull();
  });

  it("is left to the first audit where there has been none", async () => {
    await addPaper(context, caskId, { kind: "photo" });
    expect(await publishChanges(deps)).toBe(0);
    expect((await env.PROOF.list({ prefix: "proof/" })).objects).toEqual([]);
  });

  it("is shown after midnight too, before the audit, and reveals nothing of the day that has ended since", async () => {
    const { date } = await makeAudit(audit);
    await value(context, caskId, addDays(today(), -2), 77_700);
    context.clock.nowMs = midnight() + DAY_MS + 5 * 60_000;
    await addPaper(context, caskId, { kind: "photo" });
    expect(await publishChanges(deps)).toBe(1);
    const { day, documents, valuations } = await evidenceFile();
    expect([day, documents.length, valuations]).toEqual([date, 1, []]);
    expect((await caskList())?.day).toBe(date);
  });

  it("takes the place of no list that was published in the meantime", async () => {
    await makeAudit(audit);
    await addPaper(context, caskId, { kind: "photo" });
    const later = JSON.stringify({ version: 1, day: today(), casks: [] });
    const get = async (key: string) => {
      const found = await env.PROOF.get(key);
      if (key === PROOF_FILES.casks) await env.PROOF.put(key, later, { customMetadata: { seenMs: "1" } });
      return found;
    };
    const { put, head, delete: remove } = env.PROOF;
    const [bound, rest] = [
      { head: head.bind(env.PROOF), put: put.bind(env.PROOF) },
      { delete: remove.bind(env.PROOF) },
    ];
    const proof = { ...bound, ...rest, get } as unknown as R2Bucket;
    await publishChanges({ ...deps, proof });
    expect(await (await env.PROOF.get(PROOF_FILES.casks))?.text()).toBe(later);
  });

  it("is read by an index, a few casks at a time", async () => {
    const seen = new Set<string>();
    const DB = new Proxy(env.DB, {
      get(target, property) {
        if (property === "prepare") return (query: string) => (seen.add(query), target.prepare(query));
        const found: unknown = Reflect.get(target, property, target);
        return typeof found === "function" ? found.bind(target) : found;
      },
    });
    await makeAudit(audit);
    await addPaper(context, caskId, { kind: "photo" });
    const exits = await openExits(context);
    await exits.confirmed(caskId, soldToday(context));
    expect(await publishChanges({ ...deps, db: createDatabase(DB) })).toBe(1);
    expect(seen.size).toBeGreaterThan(10);
    const scans: string[] = [];
    for (const query of seen) {
      const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${query}`)
        .bind(...Array.from({ length: (query.match(/\?/g) ?? []).length }, () => null))
        .all<{ detail: string }>();
      const bad = plan.results
        .map(({ detail }) => detail)
        .filter((detail) => /^SCAN (?!json_each|\(subquery|\d|held|CONSTANT)/.test(detail));
      if (bad.length > 0) scans.push(`${bad.join("; ")} <- ${query.slice(0, 200)}`);
    }
    expect(scans).toEqual([]);
  });
});
