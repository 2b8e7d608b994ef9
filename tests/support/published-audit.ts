import { env } from "cloudflare:workers";
import { type AuditDay, type CaskList, dayKey, LATEST_KEY, listKey } from "~/domain/audit/audit-files";
import { canonicalJson } from "~/domain/audit/hashes";

// Published files as the pages find them. What is in them need not add up: the pages show, they do not judge.

const HASH = (digit: string) => digit.repeat(64);

/** `sold`: its stakes that ended when the whole cask was sold. */
export type PublishedCask = { id: string; stakes: number; issued: number; reason?: string; sold?: number };

/** A day with these casks and their lists, as the latest. @param changes of the day's own fields */
export async function publishDay(
  date: string,
  casks: PublishedCask[],
  changes: Partial<AuditDay> = {},
): Promise<AuditDay> {
  const day: AuditDay = {
    bids: [],
    casks: casks.map(({ id, stakes, issued, reason = null, sold = 0 }, at) => ({
      id,
      name: `Cask ${id}`,
      total: stakes,
      issued,
      free: stakes - issued,
      reserved: 0,
      void: sold,
      bought_for_cents: null,
      markup_cents: null,
      certificates_valid: issued + sold,
      list_sha256: listHash(at),
      documents: [],
      valuations: [],
      ended_on: sold > 0 ? date : null,
      reason,
      result: reason === null ? "PASS" : "FAIL",
    })),
    certificates: { count: 3, root: HASH("d") },
    date,
    hash: HASH("a"),
    signature: `${"A".repeat(86)}==`,
    ledger_head: HASH("b"),
    ledger_rows: 7,
    money: {
      held_cents: 200_000,
      owed_cents: 123_456,
      wallets_cents: 123_456,
      cask_proceeds_cents: 0,
      rewards_pending_cents: 0,
      unsettled_cents: 0,
      withdrawals_open_cents: 0,
      reason: null,
      result: "PASS",
    },
    owed: { cents: 123_456, root: HASH("c"), wallets: 3 },
    previous_date: null,
    previous_hash: null,
    reason: null,
    resales: [],
    result: "PASS",
    version: 1,
    ...changes,
  };
  const text = canonicalJson(day);
  await Promise.all([
    env.DB.prepare(
      `INSERT INTO audits (date, result, hash, ledger_head, ledger_right, casks, stakes, documents, finished_at_ms)
      VALUES (?, ?, 'h', 'h', 1, 0, 0, 0, 1) ON CONFLICT DO NOTHING`,
    )
      .bind(date, day.result)
      .run(),
    env.PROOF.put(dayKey(date), text),
    env.PROOF.put(LATEST_KEY, text),
    ...casks.map((cask, at) => env.PROOF.put(listKey(listHash(at)), canonicalJson(listOf(cask)))),
  ]);
  return day;
}

const listHash = (at: number) => String(at).padStart(64, "0");

export const markOf = (stakeNumber: number) => stakeNumber.toString(16).padStart(12, "0");

function listOf({ id, stakes, issued }: PublishedCask): CaskList {
  const all = Array.from({ length: stakes }, (_, at) =>
    at < issued
      ? ({ mark: markOf(at + 1), number: at + 1, state: "issued" } as const)
      : ({ mark: null, number: at + 1, state: "free" } as const),
  );
  return { cask_id: id, stakes: all, total: stakes };
}
