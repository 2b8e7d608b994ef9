import { callBackRun, makeRun, markPaid } from "~/areas/payouts/payout-run";
import { readRunFile } from "~/areas/payouts/read-run";
import { confirmReturn, proposeReturn, returnWithdrawal } from "~/areas/payouts/withdrawals/return-withdrawal";
import type { Shop } from "../shop";
import { OPERATOR, SECOND_OPERATOR } from "../template-plan";
import { batchAs, reject } from "./operator";

// An operator makes a file for the bank and gives it to the bank, which pays its rows one by one and sends some back; or the file is
// called back before the bank has it. Meanwhile investors and stop links come, and other operators make files of their own.

const MOST_TRIES = 200;

/** Pressed until there is an answer. The work may have been done although the answer was lost. Null: there never is one. */
async function insist<T>(shop: Shop, name: string, by: string, make: Parameters<typeof batchAs<T>>[3]) {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const answer = await batchAs(shop, name, by, make);
    if (answer.ok) return answer.value;
    await shop.world.sleep(30_000);
  }
  shop.world.violate("an operator gets an answer about a payout run", name);
  return null;
}

/** The run's id; null: there was nothing to pay. */
async function makeOneRun(shop: Shop, operatorId: string): Promise<string | null> {
  const runId = shop.world.newId("run");
  const press = () => insist(shop, "make run", operatorId, (operator, db) => makeRun(db, { runId, operator }));
  if (shop.world.random.chance(0.2)) void press();
  const made = await press();
  shop.world.count(made ? "payout run made" : "payout run empty");
  return made ? runId : null;
}

/** What stands in the file, as the bank reads it. */
async function takeFile(shop: Shop, runId: string): Promise<string[]> {
  const rows = await insist(shop, "take file", OPERATOR, (operator, db) =>
    readRunFile(db, { runId, fileId: shop.world.newId("pof"), operator }),
  );
  return (rows ?? []).map(({ id }) => id);
}

async function mark(shop: Shop, runId: string, references: Record<string, string>): Promise<void> {
  const missed = await insist(shop, "mark run", SECOND_OPERATOR, (operator, db) =>
    markPaid(db, { runId, references, operator }),
  );
  shop.world.count(missed?.length === 0 ? "payout run marked" : "payout run marked in part");
}

async function callBack(shop: Shop, runId: string): Promise<void> {
  const done = await insist(shop, "call back run", SECOND_OPERATOR, (operator, db) =>
    callBackRun(db, { runId, reason: "The bank was closed.", operator }),
  );
  shop.world.count(done ? "payout run called back" : "payout run not called back");
}

/** The bank sends back what was marked paid: recorded by one, or by two above the limit, and pressed twice. */
async function sendBack(shop: Shop, withdrawalId: string): Promise<void> {
  const proposalId = shop.world.newId("chg");
  const press = (operatorId: string, how: "return" | "propose" | "confirm") =>
    insist(shop, "send back", operatorId, (operator, db) => {
      const back = { withdrawalId, reference: `BACK-${withdrawalId}`, reason: "The account is closed.", operator };
      if (how === "return") return returnWithdrawal(db, back);
      return how === "propose" ? proposeReturn(db, proposalId, back) : confirmReturn(db, back);
    });
  let outcome = await press(SECOND_OPERATOR, "return");
  if (outcome?.ok === false && outcome.code === "second-operator-needed") {
    await press(OPERATOR, "propose");
    outcome = await press(SECOND_OPERATOR, "confirm");
  }
  if (!outcome) return;
  shop.world.count(outcome.ok ? "payout sent back" : `payout not sent back: ${outcome.code}`);
  if (outcome.ok) await press(SECOND_OPERATOR, "return");
  const booked = shop.store.rows("SELECT id FROM transfers WHERE id = ?", [`withdrawal:${withdrawalId}:returned`]);
  if (booked.length !== (outcome.ok ? 1 : 0)) shop.world.violate("what came back is booked once", withdrawalId);
}

/** The bank pays a row: once it has done so that is a fact. */
function bankPays(shop: Shop, withdrawalId: string, reference: string): void {
  const paid = shop.bankPaid.get(withdrawalId) ?? new Set<string>();
  shop.bankPaid.set(withdrawalId, paid.add(reference));
  if (paid.size > 1) shop.world.violate("nobody is paid twice", withdrawalId);
}

async function playRun(shop: Shop, operatorId: string, longestPauseMs: number): Promise<void> {
  const { world } = shop;
  const { random } = world;
  const runId = await makeOneRun(shop, operatorId);
  if (runId === null) return;
  if (random.chance(0.3)) void playAnother(shop, longestPauseMs);
  await settleRun(shop, runId, longestPauseMs);
}

/** A second operator makes a file at the same time. */
async function playAnother(shop: Shop, longestPauseMs: number): Promise<void> {
  const runId = await makeOneRun(shop, SECOND_OPERATOR);
  if (runId !== null) await settleRun(shop, runId, longestPauseMs);
}

/** Called back before the bank has the file, or paid by the bank and matched in two goes. */
async function settleRun(shop: Shop, runId: string, longestPauseMs: number): Promise<void> {
  const { world } = shop;
  const { random } = world;
  const ids = await takeFile(shop, runId);
  await world.sleep(random.between(0, longestPauseMs));
  if (random.chance(0.35)) return callBack(shop, runId);
  const again = await takeFile(shop, runId);
  if (again.some((id) => !ids.includes(id))) world.violate("a payout run's file never gains a row", runId);
  const [paid, back] = [ids.filter(() => random.chance(0.8)), [] as string[]];
  for (const id of ids) if (!paid.includes(id)) back.push(id);
  for (const id of paid) bankPays(shop, id, `RUN-${runId}-${id}`);
  const half = Math.ceil(paid.length / 2);
  for (const part of [paid.slice(0, half), paid.slice(half)]) {
    const references = Object.fromEntries(part.map((id) => [id, `RUN-${runId}-${id}`]));
    if (random.chance(0.3)) void mark(shop, runId, references);
    await world.sleep(random.between(0, longestPauseMs));
    await mark(shop, runId, references);
  }
  for (const id of paid) if (random.chance(0.15)) await sendBack(shop, id);
  for (const id of back)
    for (const { userId } of shop.store.rows<{ userId: string }>(
      "SELECT user_id AS userId FROM withdrawals WHERE id = ?",
      [id],
    ))
      for (let presses = 0; presses < 20 && !(await reject(shop, { id, userId }, true)); presses++)
        await world.sleep(5_000);
}

export async function payByFile(shop: Shop, times: number, longestPauseMs: number): Promise<void> {
  const { random } = shop.world;
  for (let i = 0; i < times; i++) {
    await shop.world.sleep(random.between(60_000, longestPauseMs));
    await playRun(shop, OPERATOR, longestPauseMs);
  }
}
