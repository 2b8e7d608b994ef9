import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { addDays, dateOf } from "~/domain/calendar-date";
import { runRounds } from "~/areas/market/resale/run-rounds";
import { sha256 } from "~/server/sha256";
import {
  type CaskCounts,
  type CaskList,
  documentKey,
  PROOF_FILES,
  type PublicDocument,
  readProof,
  type RoundList,
  type ServiceTimes,
} from "~/areas/proof/publishing/proof-files";
import { auditDeps, failAudit, makeAudit } from "../../../support/audits";
import { createTestContext } from "../../../support/context";
import { openExits, soldToday } from "../../../support/exits";
import { creditWallet, giveStake, monthsAgo, value } from "../../../support/holdings";
import { type Person, putCask, signIn } from "../../../support/people";
import { putOrder, putRound } from "../../../support/resale";
import {
  addPaper,
  askAndAnswer,
  DAY_MS,
  evidenceOf,
  HOUR_MS,
  openProved,
  payWithdrawal,
} from "../publishing/support/proved";

const context = createTestContext();
const { db } = context;
const deps = auditDeps(context);
const today = () => dateOf(context.nowMs());
const midnight = () => Date.parse(`${today()}T00:00:00Z`);
let holder: Person;
let caskId: string;

beforeEach(async () => void ({ holder, caskId } = await openProved(context)));

const evidenceFile = () => evidenceOf(caskId);

describe("the files of proof, which the nightly audit writes,", () => {
  it("tell a cask's papers, keeper, gauges and values, and where its public documents are kept", async () => {
    await db.run(sql`INSERT INTO warehouse_keepers (warehouse, keeper, address, licence_number, contact, changed_at_ms)
      VALUES ('Bond 1, Leith', 'Leith Bonding Ltd', '1 Shore, Edinburgh', 'GBWK123', NULL, 1) ON CONFLICT DO NOTHING`);
    const shown = await addPaper(context, caskId, { kind: "insurance", expiresOn: addDays(today(), -1) });
    const hidden = await addPaper(context, caskId, { kind: "contract", visibility: "holders" });
    await makeAudit(deps);
    const file = await evidenceFile();
    expect(file).toMatchObject({
      day: addDays(today(), -1),
      keeper: { keeper: "Leith Bonding Ltd", licenceNumber: "GBWK123" },
    });
    expect(
      file.documents
        .map(({ kind, visibility, sha256 }) => [kind, visibility, sha256])
        .sort()
        .reverse(),
    ).toEqual([
      ["insurance", "public", shown],
      ["contract", "holders", hidden],
    ]);
    expect(JSON.stringify(file)).not.toContain("fileKey");
    expect(await readProof<PublicDocument & { version: 1; day: string }>(env.PROOF, documentKey(shown))).toMatchObject({
      kind: "insurance",
      mediaType: "application/pdf",
    });
    expect(await env.PROOF.get(documentKey(hidden))).toBeNull();
    const list = await readProof<CaskList>(env.PROOF, PROOF_FILES.casks);
    // What has expired is no paper any more.
    expect(list?.casks.find(({ id }) => id === caskId)?.kinds).toEqual(["contract"]);
  });

  it("count casks, those with a delivery order, and those that their warehouse has confirmed lately", async () => {
    await addPaper(context, caskId, { kind: "delivery-order" });
    for (const kind of ["delivery-order", "warehouse-confirmation"])
      await addPaper(context, await putCask(context), { kind });
    const issuedOn = today();
    await addPaper(context, await putCask(context), { kind: "warehouse-confirmation", issuedOn });
    await makeAudit(deps);
    const counts = await readProof<CaskCounts>(env.PROOF, PROOF_FILES.counts);
    const standing = (await readProof<CaskList>(env.PROOF, PROOF_FILES.casks))?.casks.filter(
      ({ endedOn }) => endedOn === null,
    );
    const delivered = standing?.filter(({ kinds }) => kinds.includes("delivery-order")).length;
    expect(counts).toMatchObject({ casks: standing?.length, delivered });
    expect([counts?.delivered, counts?.confirmed]).toEqual([2, 1]);
  });

  it("show a corrected value beside the one that took its place, and who made it", async () => {
    const at = (daysAgo: number) => midnight() - daysAgo * DAY_MS;
    await db.run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, author, created_at_ms) VALUES
      ('val_wrong', ${caskId}, '2026-01-01', 99900, 'opinion', 'm', 's', 'provider', ${at(9)})`);
    await db.run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, author, reason, supersedes_id, created_at_ms)
      VALUES ('val_right', ${caskId}, '2026-01-01', 9990, 'measured', 'm', 's', 'warehouse-keeper', 'One nine too many', 'val_wrong', ${at(2)})`);
    await makeAudit(deps);
    expect((await evidenceFile()).valuations).toMatchObject(
      [
        { valueCents: 9_990, author: "warehouse-keeper", corrected: null },
        { valueCents: 99_900, author: "provider", corrected: { on: dateOf(at(2)), reason: "One nine too many" } },
      ].toSorted((a, b) => Number(b.corrected === null) - Number(a.corrected === null)),
    );
    expect((await evidenceFile()).valuations).toHaveLength(2);
  });

  it("say nothing of today: no value entered since midnight, no stake bought", async () => {
    await giveStake(context, holder, caskId, { purchasedAtMs: midnight() - 1 });
    await giveStake(context, holder, await putCask(context), { purchasedAtMs: midnight() });
    await value(context, caskId, addDays(today(), -2), 77_700);
    await makeAudit(deps);
    const before = await readProof<CaskCounts>(env.PROOF, PROOF_FILES.counts);
    expect((await evidenceFile()).valuations.map(({ valueCents }) => valueCents)).not.toContain(77_700);
    context.clock.advance(DAY_MS);
    await makeAudit(deps);
    const after = await readProof<CaskCounts>(env.PROOF, PROOF_FILES.counts);
    expect((await evidenceFile()).valuations.map(({ valueCents }) => valueCents)).toContain(77_700);
    expect((after?.held ?? 0) - (before?.held ?? 0)).toBe(1);
    // The new one has no value yet, and the other has its first one.
    expect(after?.unvalued).toBe(before?.unvalued);
  });

  it("are written of a day whose audit says FAIL as well", async () => {
    const day = await failAudit(context, caskId);
    context.clock.advance(DAY_MS);
    expect((await evidenceFile()).day).toBe(day);
    for (const key of Object.values(PROOF_FILES)) expect((await readProof<CaskList>(env.PROOF, key))?.day).toBe(day);
  });

  it("measure what people waited for, from the rows, and count what is late and not done", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => signIn(context)));
    const of = async () => {
      await makeAudit(deps);
      const times = await readProof<ServiceTimes>(env.PROOF, PROOF_FILES.service);
      if (!times) throw new Error("there are no times");
      return times;
    };
    const before = await of();
    for (const [index, person] of people.entries()) {
      await creditWallet(context, person, 1_000);
      // Paid after 2, 4, 6, 8 and 30 hours; the sixth has waited for two days.
      const hours = [2, 4, 6, 8, 30][index] ?? null;
      await payWithdrawal(context, person, { fromMs: midnight() - 2 * DAY_MS, hours });
      await askAndAnswer(context, { atMs: midnight() - 20 * DAY_MS, hours: index + 1 });
    }
    context.clock.advance(DAY_MS);
    const { withdrawals, answers } = await of();
    expect(withdrawals.count - before.withdrawals.count).toBe(6);
    expect(withdrawals.figures).toMatchObject({ late: 2, slowestMs: 3 * DAY_MS });
    expect(answers.count - before.answers.count).toBe(6);
    expect(answers.figures?.slowestMs).toBeGreaterThanOrEqual(6 * HOUR_MS);
  });

  it("add up the returns of cycles paid in that time, and give no sum of so few that it would tell of people", async () => {
    const returned = async () => {
      await makeAudit(deps);
      const times = await readProof<ServiceTimes>(env.PROOF, PROOF_FILES.service);
      return times?.returns;
    };
    const paid = async (atMs: number) => {
      const person = await signIn(context);
      const { stakeId } = await giveStake(context, person, caskId, { purchasedAtMs: monthsAgo(context, 30) });
      await payWithdrawal(context, person, { fromMs: atMs, hours: 1, stakeId });
    };
    await creditWallet(context, holder, 1_000);
    await payWithdrawal(context, holder, { fromMs: midnight() - DAY_MS, hours: 1 });
    await paid(midnight() - 91 * DAY_MS);
    for (let index = 0; index < 4; index++) await paid(midnight() - DAY_MS);
    context.clock.advance(DAY_MS);
    expect(await returned()).toEqual({ count: 4, paidCents: null });
    await paid(midnight() - DAY_MS);
    await paid(midnight() + DAY_MS);
    context.clock.advance(DAY_MS);
    expect(await returned()).toEqual({ count: 5, paidCents: 5_000 });
  });

  it("count the rounds of the market with what they sold, and how long sellers of the last 90 days waited", async () => {
    const rounds = async () => {
      context.clock.advance(DAY_MS);
      await makeAudit(deps);
      return readProof<RoundList>(env.PROOF, PROOF_FILES.rounds);
    };
    const stakeIds: string[] = [];
    for (let index = 0; index < 6; index++) stakeIds.push((await giveStake(context, holder, caskId)).stakeId);
    const quiet = await putCask(context, { name: "A quiet cask", totalStakes: 10 });
    const unsold = await giveStake(context, holder, quiet);
    const sale = await putRound(context, caskId, { closesInDays: 1 });
    await putOrder(context, sale, holder, { side: "sell", limit: 48_000, stakeIds });
    await putOrder(context, sale, await signIn(context), { side: "buy", limit: 48_000, quantity: 5 });
    await putOrder(context, await putRound(context, quiet, { closesInDays: 1 }), holder, {
      ...{ side: "sell", limit: 48_000, stakeIds: [unsold.stakeId] },
    });
    context.clock.advance(DAY_MS);
    const closedOn = today();
    await runRounds({ ...context, proof: env.PROOF, sha256 });
    expect(await rounds()).toMatchObject({
      ...{ held: 2, traded: 1, stakes: 5, waits: { count: 0, figures: null } },
      rounds: [
        { caskId: quiet, caskName: "A quiet cask", closedOn, priceCents: null, stakes: 0 },
        { caskId, month: "2026-12", closedOn, priceCents: 48_000, stakes: 5 },
      ],
    });
    context.clock.advance(7 * DAY_MS);
    await runRounds({ ...context, proof: env.PROOF, sha256 });
    const { count, figures } = (await rounds())?.waits ?? {};
    expect([count, (figures?.medianMs ?? 0) / DAY_MS]).toEqual([5, 9]);
  });

  it("hold no word about a person", async () => {
    await db.run(sql`UPDATE users SET full_name = 'Canary Person', phone = '919812345678' WHERE id = ${holder.userId}`);
    const { certificateId, stakeId, paymentId } = await giveStake(context, holder, caskId, {
      purchasedAtMs: monthsAgo(context, 30),
      code: "canarycodecanary",
    });
    const exits = await openExits(context);
    await exits.confirmed(caskId, soldToday(context));
    await makeAudit(deps);
    const { objects } = await env.PROOF.list({ prefix: "proof/" });
    expect(objects.length).toBeGreaterThan(4);
    for (const { key } of objects) {
      const text = (await (await env.PROOF.get(key))?.text()) ?? "";
      for (const secret of [
        holder.userId,
        holder.email,
        "Canary",
        "919812345678",
        "canarycode",
        certificateId,
        stakeId,
        paymentId,
        "usr_",
      ])
        expect(text, `${key}: ${secret}`).not.toContain(secret);
    }
  });
});
