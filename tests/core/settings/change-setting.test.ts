import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runWork } from "~/db/work";
import { readSetting } from "~/areas/console/settings";
import { withdrawChange } from "~/core/proposals/change";
import { confirmSetting, proposeSetting } from "~/core/settings/change-setting";
import { readJoiningFee } from "~/core/settings/setting";
import { asOperator } from "../../support/open-session";
import { createTestContext } from "../../support/context";
import { type Person, signInStaff } from "../../support/people";
import { setSetting } from "../../support/settings";

const context = createTestContext();
const { db } = context;
const WEEK_MS = 7 * 86_400_000;
let [one, other]: Person[] = [];
beforeAll(async () => {
  const staff = await signInStaff(context);
  [one, other] = [staff.operator, staff.second];
});
beforeEach(async () => {
  await setSetting(db, "joining_fee_cents", 1_000);
  await take(one);
});

const key = "joining_fee_cents";
const propose = (who: Person | undefined, value: number) =>
  asOperator(context, who?.userId ?? "", (operator) =>
    proposeSetting(db, { key, operator, value, proposalId: context.newId("chg") }),
  );
const confirm = (who: Person | undefined, value: number, { afterMs = 0, proposalId = null as string | null } = {}) =>
  asOperator({ db, nowMs: () => context.nowMs() + afterMs }, who?.userId ?? "", (operator) =>
    confirmSetting(db, { key, operator, value, proposalId }),
  );
const take = (who: Person | undefined) =>
  asOperator(context, who?.userId ?? "", (operator) =>
    withdrawChange(db, { operator, subject: "setting:joining_fee_cents", proposalId: null }),
  );
const fee = () => runWork(db, readJoiningFee(db));
const logged = () =>
  db.all<{ action: string; actor: string; detail: string }>(sql`SELECT action, actor, detail FROM audit_log
    WHERE subject = 'setting:joining_fee_cents' ORDER BY rowid DESC LIMIT 3`);
const waiting = () =>
  db.all(sql`SELECT proposed_by AS by, becomes FROM change_proposals
    WHERE subject = 'setting:joining_fee_cents' AND state = 'open'`);

const PROPOSED = { ok: true, waits: true };

describe("a setting", () => {
  it("is proposed by one operator and confirmed by another, counts at once, and the log says what it was before", async () => {
    expect([await propose(one, 1_500), await propose(one, 1_500)]).toEqual([PROPOSED, PROPOSED]);
    expect([await fee(), await waiting()]).toEqual([1_000, [{ by: one?.userId, becomes: "1500" }]]);
    expect(await Promise.all([confirm(other, 1_500), confirm(other, 1_500)])).toMatchObject([
      { ok: true },
      { ok: true },
    ]);
    expect(await fee()).toBe(1_500);
    expect((await logged()).map(({ action, actor }) => [action, actor])).toEqual([
      ["setting-changed", `operator:${other?.userId}`],
      ["change-confirmed", `operator:${other?.userId}`],
      ["change-proposed", `operator:${one?.userId}`],
    ]);
    expect((await logged())[0]?.detail).toBe("1000 -> 1500");
  });

  it("is never confirmed by its own proposer", async () => {
    await propose(one, 1_500);
    expect(await confirm(one, 1_500)).toEqual({ ok: false, code: "own-proposal" });
    expect(await fee()).toBe(1_000);
  });

  it("proposed with another figure by another operator is that operator's own proposal", async () => {
    await propose(one, 1_500);
    expect(await propose(other, 1_500)).toEqual({ ok: false, code: "proposed-already" });
    expect(await propose(other, 9_900)).toEqual(PROPOSED);
    expect(await waiting()).toEqual([{ by: other?.userId, becomes: "9900" }]);
    expect(await confirm(other, 9_900)).toEqual({ ok: false, code: "own-proposal" });
    expect(await confirm(one, 1_500)).toEqual({ ok: false, code: "figures-differ" });
    expect(await confirm(one, 9_900)).toMatchObject({ ok: true });
    expect(await fee()).toBe(9_900);
  });

  it("is not confirmed once the value it rests on has changed, after a week, or after it was taken back", async () => {
    await propose(one, 1_500);
    await setSetting(db, "joining_fee_cents", 1_100);
    expect(await confirm(other, 1_500)).toEqual({ ok: false, code: "changed-meanwhile" });
    expect(await propose(one, 1_500)).toEqual(PROPOSED);
    expect(await confirm(other, 1_500, { afterMs: WEEK_MS })).toEqual({ ok: false, code: "expired" });
    expect([await take(other), await take(one)]).toEqual([{ ok: true }, { ok: true }]);
    expect(await confirm(other, 1_500)).toEqual({ ok: false, code: "decided-otherwise" });
    expect(await fee()).toBe(1_100);
  });

  it("is not changed by another proposal than the one shown, below zero, or to its present value", async () => {
    await propose(one, 1_500);
    expect(await confirm(other, 1_500, { proposalId: "chg_none" })).toEqual({ ok: false, code: "no-such-proposal" });
    expect(await waiting()).toEqual([{ by: one?.userId, becomes: "1500" }]);
    for (const value of [-1, 0.5, Number.NaN])
      await expect(async () => propose(one, value)).rejects.toThrow(RangeError);
    await take(one);
    expect(await propose(one, 1_000)).toEqual({ ok: false, code: "no-change" });
    expect(await fee()).toBe(1_000);
  });
});

it.each([
  ["0", null],
  ["0.49", null],
  ["-5", null],
  ["1,10", null],
  ["1.10", 110],
  ["4.35", 435],
  ["$1,010.50", 101_050],
])("reads a joining fee of '%s' as %s cents", (typed, cents) =>
  expect(readSetting({ intent: "propose", key, value: typed })).toMatchObject({ key, value: cents }),
);
