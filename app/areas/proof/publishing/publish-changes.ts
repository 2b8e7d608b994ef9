import { sql } from "drizzle-orm";
import { rows, runWork, together } from "~/db/work";
import { dayEnd } from "~/areas/proof/audit-day";
import { casksByIds } from "./inside/read-casks";
import { readExits } from "./inside/read-exits";
import { writeCaskList, writeExitList } from "./inside/write-lists";
import { type CaskList, type ExitList, PROOF_FILES, type ProvedCask, readProof } from "./proof-files";
import { type AsOf, listed, type PublishDeps, writeEvidence } from "./write-evidence";

/** Casks read at once. */
const A_PIECE = 100;
/** What was written while the last look was being taken. */
const OVERLAP_MS = 10_000;

export type ChangesDeps = PublishDeps & { proof: Pick<R2Bucket, "head"> };

/**
 * Papers, keepers and ends reveal no count of today, so they are shown within a minute: the files of casks where they changed since are
 * written again. Everything else stays as of the day that the audit published.
 * @returns how many casks changed; none before the first audit
 */
export async function publishChanges(deps: ChangesDeps): Promise<number> {
  const { db, proof } = deps;
  const nowMs = deps.nowMs();
  const published = await proof.head(PROOF_FILES.casks);
  if (!published) return 0;
  const sinceMs = Number(published.customMetadata?.seenMs ?? nowMs) - OVERLAP_MS;
  const changed = await runWork(
    db,
    together({
      papers: rows(changedQuery(db, sinceMs)),
      exits: rows(endedQuery(db, sinceMs)),
    }),
  );
  const ended = changed.exits.map(({ caskId }) => caskId);
  const ids = [...new Set([...changed.papers.map(({ caskId }) => caskId), ...ended])];
  const file = ids.length === 0 ? null : await proof.get(PROOF_FILES.casks);
  if (!file) return 0;
  const list = await file.json<CaskList>();
  const asOf = { day: list.day, untilMs: dayEnd(list.day) };
  const casks: ProvedCask[] = [];
  for (let start = 0; start < ids.length; start += A_PIECE) {
    const some = await runWork(db, casksByIds(db, ids.slice(start, start + A_PIECE)));
    casks.push(...(await writeEvidence(deps, some, asOf)).map(listed));
  }
  if (ended.length > 0) await listEnded(deps, ended, asOf);
  const others = list.casks.filter(({ id }) => !ids.includes(id));
  // If the audit has published another list in the meantime, that one stays, and the next run looks again from when it was begun.
  await writeCaskList(proof, { ...list, casks: [...others, ...casks] }, { seenMs: nowMs, etag: file.etag });
  return ids.length;
}

async function listEnded({ db, proof }: PublishDeps, caskIds: readonly string[], { day }: AsOf): Promise<void> {
  const which = sql`cask_id IN (SELECT value FROM json_each(${JSON.stringify(caskIds)})) AND state <> 'withdrawn'`;
  const { joiningFeeCents, exits } = await runWork(db, readExits(db, which, caskIds.length));
  const list = await readProof<ExitList>(proof, PROOF_FILES.exits);
  const others = (list?.exits ?? []).filter(({ caskId }) => !caskIds.includes(caskId));
  const own = exits.map(({ confirmedAtMs: _, ...exit }) => exit);
  await writeExitList(proof, { version: 1, day, joiningFeeCents, exits: [...others, ...own] });
}

const changedQuery = (db: PublishDeps["db"], sinceMs: number) =>
  db.all<{ caskId: string }>(sql`SELECT cask_id AS caskId FROM evidence WHERE created_at_ms >= ${sinceMs}
    UNION SELECT casks.id FROM warehouse_keepers CROSS JOIN casks ON casks.warehouse = warehouse_keepers.warehouse
      WHERE warehouse_keepers.changed_at_ms >= ${sinceMs} AND casks.state <> 'draft'`);

/** Confirmed, or credited to the last stake. */
const endedQuery = (db: PublishDeps["db"], sinceMs: number) =>
  db.all<{ caskId: string }>(sql`SELECT cask_id AS caskId FROM cask_exits
      WHERE confirmed_at_ms IS NOT NULL AND confirmed_at_ms >= ${sinceMs}
    UNION SELECT cask_id FROM cask_exits WHERE state = 'done' AND ended_at_ms >= ${sinceMs}`);
