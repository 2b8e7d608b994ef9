import { sql } from "drizzle-orm";
import { runWork, writes } from "~/db/work";
import {
  type AuditDay,
  type AuditedCask,
  dayKey,
  KEYS_KEY,
  LATEST_KEY,
  type AuditedMoney,
} from "~/domain/audit/audit-files";
import { canonicalJson, certificateTree, hashOfDay, owedTree, signedText } from "~/domain/audit/hashes";
import { house, MONEY_ACCOUNTS } from "~/core/ledger/accounts";
import { notifyOperators } from "~/core/outbox/enqueue";
import { type BidsTold, type Books, type Broken, brokenInWords } from "./audit-books";
import { type Chain, REWARDS, WALLETS, wrongInChain } from "./audit-ledger";
import {
  type Audit,
  type Before,
  forgetSteps,
  storeStep,
  putJson,
  readStep,
  type Slice,
  yesterdayOf,
} from "./audit-steps";
import { joinParts, type TreesOfDay } from "./audit-trees";

export type Found = {
  before: Before;
  ledger: Chain;
  casks: readonly null[];
  rules: readonly Broken[];
  books: Books;
  bids: BidsTold;
  parts: TreesOfDay["parts"];
};

/**
 * Writes the day's file, then the copy that is the latest, then the row. A run that dies between them leaves no row, and the next one
 * writes the same bytes again. An audit that its own day was too short for is given up.
 */
export async function publishDay(audit: Audit, found: Found): Promise<void> {
  const { db, date, log, proof } = audit;
  const nowMs = audit.nowMs();
  if (yesterdayOf(nowMs).date !== date) return log("audit-given-up", { code: date });
  const slices = found.casks.map((_, at) => readStep<Slice<string, null>>(audit, date, `casks-${at}`));
  const casks = (await Promise.all(slices)).flatMap((slice) => slice?.kept as AuditedCask[]);
  const keys = await audit.signingKeys();
  const day = makeDay(date, found, casks);
  const file: AuditDay = { ...day, signature: toBase64(await keys[0].sign(signedText(day))) };
  const text = canonicalJson(file);
  await putJson(audit, dayKey(date), text);
  await putJson(audit, LATEST_KEY, text);
  await proof.put(KEYS_KEY, keys.map(({ publicKey }) => `${toBase64(publicKey)}\n`).join(""));
  const { certificates, hash, owed, signature } = file;
  const trees: TreesOfDay = { head: { certificates, date, hash, owed, signature }, parts: found.parts };
  await storeStep(audit, "head", () => Promise.resolve(trees));
  const stakes = casks.reduce((sum, { issued }) => sum + issued, 0);
  const documents = casks.reduce((sum, cask) => sum + cask.documents.length, 0);
  const statements = [
    db.run(sql`INSERT INTO audits (date, result, reason, hash, ledger_head, ledger_right, casks, stakes, documents, finished_at_ms)
      SELECT ${date}, ${file.result}, ${file.reason}, ${file.hash}, ${found.ledger.head}, ${wrongInChain(found.ledger) === null ? 1 : 0},
        ${casks.length}, ${stakes}, ${documents}, ${nowMs}
      WHERE (SELECT max(date) FROM audits) IS ${found.before.latest?.date ?? null} ON CONFLICT DO NOTHING`),
    notifyOperators(db, {
      notice: "audit-failed",
      occasion: sql`audits.date`,
      given: { table: sql`audits`, where: sql`audits.date = ${date} AND audits.result = 'FAIL'` },
      nowMs,
    }),
  ];
  await runWork(db, writes(...statements));
  await forgetSteps(audit);
  log("audit-published", { code: date, outcome: file.result, count: casks.length, error: file.reason });
}

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

function makeDay(date: string, found: Found, casks: AuditedCask[]): Omit<AuditDay, "signature"> {
  const { before, books, ledger, parts } = found;
  const { count, root } = joinParts(certificateTree, parts.certificates);
  const owed = joinParts(owedTree, parts.wallets);
  const money = moneyOfDay(ledger.balances, [
    ...ledger.wrong.map((id) => `accounts: ${id} differs from its transfers`),
    ...books.money,
    ...(owed.cents === (ledger.balances[WALLETS] ?? 0) ? [] : [`wallets_cents: one by one they hold ${owed.cents}`]),
  ]);
  const failed = casks.filter(({ result }) => result === "FAIL").map(({ id }) => id);
  const named = failed.slice(0, NAMED).join(", ") + (failed.length > NAMED ? ", ..." : "");
  const reasons = [
    ...[wrongInChain(ledger)].filter((reason) => reason !== null),
    ...(money.reason === null ? [] : [`money: ${money.reason}`]),
    ...(failed.length === 0 ? [] : [`casks: ${failed.length} not right (${named})`]),
    ...brokenInWords(found.rules),
    ...books.other,
    ...found.bids.problems,
  ];
  const day: Omit<AuditDay, "hash" | "signature"> = {
    casks,
    certificates: { count, root },
    date,
    ledger_head: ledger.head,
    ledger_rows: ledger.rows,
    money,
    previous_date: before.latest?.date ?? null,
    previous_hash: before.latest?.hash ?? null,
    resales: books.resales,
    ...judged(reasons),
    version: 1,
    owed: { cents: owed.cents, root: owed.root, wallets: owed.count },
    bids: found.bids.bids,
  };
  return { ...day, hash: hashOfDay(day) };
}

const NAMED = 5;

/**
 * What is held and owed at the day's end. @param balances credits less debits of the accounts
 * @param problems what else is wrong with it: see the audit's other steps
 */
export function moneyOfDay(balances: Chain["balances"], problems: readonly string[]): AuditedMoney {
  const balance = (account: string) => balances[account] ?? 0;
  const held = MONEY_ACCOUNTS.reduce((sum, account) => sum - balance(account), 0);
  const owed = {
    wallets_cents: balance(WALLETS) + balance(house.resale),
    rewards_pending_cents: balance(REWARDS),
    withdrawals_open_cents: balance(house.withdrawals),
    unsettled_cents: balance(house.unsettled),
    cask_proceeds_cents: balance(house.caskProceeds),
  };
  const sum = Object.values(owed).reduce((all, cents) => all + cents, 0);
  const found = [...(held < sum ? [`held_cents: ${sum - held} less than is owed`] : []), ...problems];
  return { ...owed, held_cents: held, owed_cents: sum, ...judged(found) };
}

const judged = (problems: readonly string[]): Pick<AuditedMoney, "reason" | "result"> =>
  problems.length === 0 ? { reason: null, result: "PASS" } : { reason: problems.join("; "), result: "FAIL" };
