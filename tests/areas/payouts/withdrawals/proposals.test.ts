import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { makeRun } from "~/areas/payouts/payout-run";
import { asOperator } from "../../../support/open-session";
import { creditWallet } from "../../../support/holdings";
import { openRequests } from "../../../support/one-request";
import type { Person } from "../../../support/people";
import { setSetting } from "../../../support/settings";
import { requestBalance } from "../../../support/withdrawals";

// What proposing a payout, and calling it back, does to one request, to the column; and that it does nothing to another one.

const { context, at, changing, entry, lastAudit, propose, callBack } = openRequests();
const { db, clock } = context;
const NOTHING = {};

const run = () =>
  asOperator(context, at.operator.userId, (operator) => makeRun(db, { runId: context.newId("run"), operator }));

describe("a proposal", () => {
  it("sends one request to the bank, once", async () => {
    const { said, changed } = await changing(() => propose());
    expect(said).toBe(true);
    const nowMs = clock.nowMs;
    expect(changed).toEqual({
      [`withdrawals ${at.id}`]: { state: "sending", sent_at_ms: nowMs, updated_at_ms: nowMs },
      [`payout_proposals ${at.id}`]: {
        withdrawal_id: at.id,
        operator_id: at.operator.userId,
        bank_reference: "UTR-1",
        proposed_at_ms: nowMs,
        called_back_at_ms: null,
        decided_at_ms: null,
      },
      [lastAudit()]: entry(`operator:${at.operator.userId}`, "payout-proposed", "UTR-1"),
    });
    expect(await changing(() => propose())).toEqual({ said: true, changed: NOTHING });
  });

  it("replaces another operator's proposal, one under another reference, and one that was called back", async () => {
    await propose();
    const row = `payout_proposals ${at.id}`;
    const after = async (by: Person, reference: string) => (await changing(() => propose(by, reference))).changed[row];
    expect(await after(at.second, "UTR-1")).toEqual({ operator_id: at.second.userId, proposed_at_ms: clock.nowMs });
    expect(await after(at.second, "UTR-2")).toEqual({ bank_reference: "UTR-2", proposed_at_ms: clock.nowMs });
    await callBack();
    expect(await after(at.second, "UTR-2")).toEqual({ proposed_at_ms: clock.nowMs, called_back_at_ms: null });
  });

  it("does not change the request if it replaces a proposal: the bank has had it since the first", async () => {
    await propose();
    const { said, changed } = await changing(() => propose(at.second, "UTR-2"));
    expect([said, Object.keys(changed).sort()]).toEqual([true, [lastAudit(), `payout_proposals ${at.id}`].sort()]);
  });

  it("is refused for what must wait, and for what a payout run has sent since it was called back", async () => {
    await creditWallet(context, at.second, 1_000);
    const { withdrawalId: early } = await requestBalance(context, { userId: at.second.userId, amountCents: 1_000 });
    expect(await changing(() => propose(at.operator, "UTR-1", early))).toEqual({ said: false, changed: NOTHING });
    await propose();
    await callBack();
    await run();
    expect(await changing(() => propose())).toEqual({ said: false, changed: NOTHING });
  });
});

describe("a proposal that is called back", () => {
  it("lets the database take no large payout as paid, until it is made again", async () => {
    await setSetting(db, "second_operator_above_cents", 999);
    await propose();
    await callBack();
    const pay = () => db.run(sql`UPDATE withdrawals SET state = 'paid', bank_reference = 'UTR-1' WHERE id = ${at.id}`);
    await expect(pay()).rejects.toThrow(/Failed query|proposed before it is paid/);
    await propose();
    await pay();
    await setSetting(db, "second_operator_above_cents", 1_000_000);
  });

  it("is called back once, and its request waits again", async () => {
    await propose();
    await propose(at.operator, "UTR-2", at.other);
    const { said, changed } = await changing(() => callBack());
    expect(said).toBe(true);
    expect(changed).toEqual({
      [`withdrawals ${at.id}`]: { state: "progress", sent_at_ms: null, updated_at_ms: clock.nowMs },
      [`payout_proposals ${at.id}`]: { called_back_at_ms: clock.nowMs },
      [lastAudit()]: entry(`operator:${at.second.userId}`, "payout-called-back", "The wrong account."),
    });
    expect(await changing(() => callBack())).toEqual({ said: true, changed: NOTHING });
  });

  it("leaves with the bank a request that a later run has sent", async () => {
    await propose();
    await callBack();
    await run();
    expect(await changing(() => callBack())).toEqual({ said: true, changed: NOTHING });
  });
});
