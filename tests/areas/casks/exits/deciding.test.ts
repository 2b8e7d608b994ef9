import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addDays, dateOf } from "~/domain/calendar-date";
import { readCaskPage } from "~/areas/console/cask-page";
import { previewExit, proposeExit } from "~/areas/casks/exits/propose-exit";
import { withdrawExit } from "~/areas/casks/exits/confirm-exit";
import { createTestContext } from "../../../support/context";
import { openExits, soldToday } from "../../../support/exits";
import { giveStake } from "../../../support/holdings";
import { expectInvariants } from "../../../support/invariants";
import { openOperatorSession } from "../../../support/open-session";
import { type Person, putCask, signIn } from "../../../support/people";

const context = createTestContext();
const { db } = context;
const terms = soldToday(context);
let exits: Awaited<ReturnType<typeof openExits>>;
let holder: Person;
let caskId: string;

beforeEach(async () => {
  exits = await openExits(context);
  holder = await signIn(context);
  caskId = await putCask(context, { totalStakes: 7 });
  await giveStake(context, holder, caskId);
  await giveStake(context, holder, caskId);
});

const stateOf = async (exitId: string) =>
  (await db.all<{ state: string }>(sql`SELECT state FROM cask_exits WHERE id = ${exitId}`))[0]?.state;
const actions = (exitId: string) =>
  db.all<{ action: string; actor: string }>(sql`SELECT action, actor FROM audit_log
    WHERE subject = ${`exit:${exitId}`} ORDER BY rowid`);

afterEach(() => expectInvariants(db));

describe("the preview of a sale", () => {
  it("says to the cent what each holder gets, what goes to the house and what rounding leaves, and changes nothing", async () => {
    const other = await signIn(context);
    await giveStake(context, other, caskId);
    const outcome = await previewExit(context, openOperatorSession(context, exits.first.userId), { caskId, terms });
    if (!outcome.ok) throw new Error(outcome.code);
    const { division, stakes, holders, next } = outcome.preview;
    expect(division).toEqual({ netCents: 987_662, netPerStakeCents: 141_094, remainderCents: 4 });
    expect(stakes).toEqual({ credited: 3, waiting: 0, own: 4 });
    const none = { name: null, advancedCents: 0, takenOffCents: 0 };
    expect(holders).toEqual(
      [
        { ...none, userId: holder.userId, stakes: 2, paidCents: 100_000, shareCents: 282_188, getsCents: 282_188 },
        { ...none, userId: other.userId, stakes: 1, paidCents: 50_000, shareCents: 141_094, getsCents: 141_094 },
      ].sort((a, b) => (a.userId < b.userId ? -1 : 1)),
    );
    expect(next).toBeNull();
    expect(await db.all(sql`SELECT id FROM cask_exits WHERE cask_id = ${caskId}`)).toEqual([]);
  });

  it.each([
    ["bad-date", { soldOn: addDays(terms.soldOn, 1) }],
    ["bad-date", { soldOn: "2026-02-30" }],
    ["bad-amounts", { feesCents: 2_000_000 }],
    ["bad-amounts", { grossCents: -1 }],
  ] as const)("is refused: %s", async (code, more) => {
    const asked = { caskId, terms: { ...terms, ...more } };
    expect(await previewExit(context, openOperatorSession(context, exits.first.userId), asked)).toEqual({
      ok: false,
      code,
    });
  });
});

describe("a proposal", () => {
  it("is made once, however often it is sent, and changes nothing yet", async () => {
    const exitId = await exits.proposed(caskId);
    expect(await exits.propose(caskId)).toEqual({ ok: true, exitId });
    expect(await exits.propose(caskId, terms, exits.second.userId)).toEqual({ ok: false, code: "already-proposed" });
    expect(await exits.propose(caskId, { ...terms, grossCents: 500_000 })).toEqual({
      ok: false,
      code: "already-proposed",
    });
    const [cask] = await db.all(sql`SELECT ended_on AS endedOn FROM casks WHERE id = ${caskId}`);
    expect(cask).toEqual({ endedOn: null });
    const { result: shown } = await openOperatorSession(context, exits.second.userId).read((access) =>
      readCaskPage(db, access, { caskId, view: "sell", fields: {} }),
    );
    expect(shown?.exit).toMatchObject({
      kind: "sale",
      netPerStakeCents: 141_094,
      remainderCents: 4,
      state: "proposed",
    });
    expect(shown?.sale?.holders).toMatchObject([{ userId: holder.userId, getsCents: 282_188 }]);
  });

  it("is refused for another figure than the server's", async () => {
    const session = openOperatorSession(context, exits.first.userId);
    const sent = { caskId, terms, netPerStakeCents: 141_095 };
    expect(await proposeExit(context, session, sent)).toEqual({ ok: false, code: "amount-changed" });
    expect(await db.all(sql`SELECT id FROM cask_exits WHERE cask_id = ${caskId}`)).toEqual([]);
  });

  it("can be withdrawn until it is confirmed, and then be proposed again", async () => {
    const exitId = await exits.proposed(caskId);
    const withdraw = (by: string) => withdrawExit(context, openOperatorSession(context, by), { exitId });
    expect(await withdraw(exits.second.userId)).toEqual({ ok: true });
    expect(await withdraw(exits.second.userId)).toEqual({ ok: true });
    expect(await exits.confirm(exitId, caskId)).toEqual({ ok: false, code: "decided-otherwise" });
    const again = await exits.confirmed(caskId, { ...terms, grossCents: 800_000 });
    const late = await withdrawExit(context, openOperatorSession(context, exits.first.userId), { exitId: again });
    expect(late).toEqual({ ok: false, code: "decided-otherwise" });
    expect(await actions(exitId)).toEqual([
      { action: "exit-proposed", actor: `operator:${exits.first.userId}` },
      { action: "exit-withdrawn", actor: `operator:${exits.second.userId}` },
    ]);
  });
});

describe("a confirmation", () => {
  it("is refused to the proposer, to operators who hold stakes, and on other figures", async () => {
    const exitId = await exits.proposed(caskId);
    const refused = async (code: string, by: string, more = terms) =>
      expect(await exits.confirm(exitId, caskId, more, by)).toEqual({ ok: false, code });
    await refused("own-proposal", exits.first.userId);
    await refused("amount-changed", exits.second.userId, { ...terms, feesCents: 12_346 });
    await refused("amount-changed", exits.second.userId, { ...terms, soldOn: addDays(terms.soldOn, -1) });
    const third = await signIn(context, { operator: true });
    await giveStake(context, third, caskId);
    await refused("own-stake", third.userId);
    expect(await exits.confirm("ext_none", caskId)).toEqual({ ok: false, code: "no-such-exit" });
    expect(await stateOf(exitId)).toBe("proposed");
  });

  it("ends the cask and sets the money aside, once however often it is sent", async () => {
    const exitId = await exits.confirmed(caskId);
    expect(await exits.confirm(exitId, caskId)).toEqual({ ok: true });
    const third = await signIn(context, { operator: true });
    expect(await exits.confirm(exitId, caskId, terms, third.userId)).toEqual({ ok: false, code: "decided-otherwise" });
    const [cask] = await db.all(sql`SELECT ended_on AS endedOn FROM casks WHERE id = ${caskId}`);
    expect(cask).toEqual({ endedOn: dateOf(context.nowMs()) });
    const moved = await db.all(sql`SELECT amount, debit_account_id AS debit, credit_account_id AS credit FROM transfers
      WHERE refers_to = ${`exit:${exitId}`}`);
    expect(moved).toEqual([{ amount: 987_662, debit: "house:cask-buyers", credit: "house:cask-proceeds" }]);
    expect(await db.all(sql`SELECT id FROM outbox WHERE kind = 'credit-exit' AND subject_id = ${exitId}`)).toHaveLength(
      1,
    );
    const session = openOperatorSession(context, exits.first.userId);
    expect(await previewExit(context, session, { caskId, terms })).toEqual({ ok: false, code: "has-ended" });
  });
});
