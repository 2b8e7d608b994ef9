import { createDatabase } from "~/db/client";
import type { AuditDay } from "~/domain/audit/audit-files";
import { runAudit } from "~/features/audits/run-audit";
import { hexDigest } from "../sync-digest";
import type { Shop } from "../shop";
import { createD1 } from "../sqlite-d1";

const DAY_MS = 86_400_000;
const sha256 = (text: string) => hexDigest(new TextEncoder().encode(text));

/** The next day's audit, without faults: it must pass, and say what a recount of the rows says. */
export async function checkAudit({ store, world }: Shop): Promise<void> {
  const files = new Map<string, string>();
  const proof = {
    get: (key: string) => {
      const text = files.get(key);
      return Promise.resolve(
        text === undefined ? null : { arrayBuffer: () => Promise.resolve(new TextEncoder().encode(text).buffer) },
      );
    },
    put: (key: string, bytes: Uint8Array) => Promise.resolve(void files.set(key, new TextDecoder().decode(bytes))),
  } as unknown as Pick<R2Bucket, "get" | "put">;
  const nowMs = (Math.floor(world.nowMs / DAY_MS) + 1) * DAY_MS + 3_600_000;
  const db = createDatabase(createD1(store, (_, effect) => Promise.resolve().then(effect)));
  const deps = {
    db,
    nowMs: () => nowMs,
    newId: (prefix: string) => `${prefix}_1`,
    log: () => undefined,
    proof,
    sha256,
  };
  const date = await runAudit(deps, { pieces: 1_000 });
  const day = JSON.parse(files.get(`audit/days/${date}.json`) ?? "null") as AuditDay | null;
  if (!day) return world.violate("an audit is made of every day", date);
  if (day.result !== "PASS") world.violate("the audit passes", [day.reason, ...day.casks.map(({ reason }) => reason)]);
  for (const { id, issued, reserved, void: ended, total } of day.casks)
    agree({ id, issued, reserved, ended, total }, store.rows(CASK, [id])[0]);
  const { wallets_cents: wallets, held_cents: held } = day.money;
  agree({ rows: day.ledger_rows, wallets, held }, store.rows(MONEY)[0]);

  function agree(told: object, counted: unknown): void {
    if (JSON.stringify(told) !== JSON.stringify(counted))
      world.violate("the audit says what there is", [told, counted]);
  }
}

const CASK = `SELECT id, (SELECT count(DISTINCT number) FROM stakes WHERE cask_id = casks.id AND state = 'active') AS issued,
  (SELECT count(*) FROM reservations WHERE cask_id = casks.id AND state = 'held') AS reserved,
  (SELECT count(DISTINCT number) FROM stakes WHERE cask_id = casks.id AND state <> 'active') AS ended,
  total_stakes AS total FROM casks WHERE id = ?`;

const inAndOut = (which: string) => `(SELECT coalesce(sum(amount), 0) FROM transfers WHERE credit_account_id ${which})
  - (SELECT coalesce(sum(amount), 0) FROM transfers WHERE debit_account_id ${which})`;

const MONEY = `SELECT (SELECT count(*) FROM transfers) AS rows, ${inAndOut("LIKE 'user:%:wallet'")} AS wallets,
  -(${inAndOut("IN ('house:stripe', 'house:copperx', 'house:cask-buyers', 'house:bank')")}) AS held`;
