import { sql } from "drizzle-orm";
import type { Statement } from "~/db/work";
import { type AuditedCask, type CaskList, listKey } from "~/domain/audit/audit-files";
import { judgeCask } from "~/domain/audit/examine-cask";
import { findMissingMarks, type HeldStake } from "~/domain/audit/find-missing-marks";
import type { AuditDeps, PieceSize } from "../audit-deps";
import type { LaterProgress } from "./audit-progress";
import { isOurs, type Leased, type Piece } from "./audit-row";
import { MOST_NAMED } from "./casks-piece";
import { readText } from "./audit-store";

// Reads the lists of the day back as a visitor would get them, and looks for every certificate in them. The certificates are read
// again and by themselves, so that what the lists were made of cannot hide one.

export async function marksPiece(
  deps: AuditDeps,
  leased: Leased,
  from: LaterProgress<"marks">,
  size: PieceSize,
): Promise<Piece> {
  const part = await readPart(deps, leased.date, from.part);
  const casks = part ? (JSON.parse(part.body) as AuditedCask[]) : [];
  const isLast = part?.more !== 1;
  const files = await readLists(deps, casks);
  const missing = await missingIn(
    deps,
    leased,
    files.lists,
    { from: from.after, to: isLast ? null : lastId(casks) },
    size,
  );
  const problems = tellProblems(files.wrong, missing);
  for (const [caskId, told] of problems)
    deps.log("audit-marks-missing", { caskId, count: told.length, error: told[0] });
  const judged = casks.map((cask) => judgeCask(cask, problems.get(cask.id) ?? []));
  const failed = judged.filter(({ id }) => problems.has(id)).map(({ id }) => id);
  const unlisted = [...problems.keys()].filter((id) => !casks.some((cask) => cask.id === id));
  const counts = {
    ...from.counts,
    failed: [...new Set([...from.counts.failed, ...failed])].slice(0, MOST_NAMED),
  };
  const other = [...from.other, ...unlisted.map((id) => `casks: ${id} is not listed`)].slice(0, MOST_NAMED);
  const statements = [
    ...keepMissing(deps, leased, missing),
    ...(part && failed.length > 0 ? keepJudged(deps, leased, { piece: part.piece, judged, failed }) : []),
    ...(isLast ? [forgetOlder(deps, leased)] : []),
  ];
  const { ledger, money } = from;
  if (!isLast) return { progress: { ...from, part: part.piece, after: lastId(casks), counts, other }, statements };
  return {
    progress: { step: "rules", table: 0, after: "", broken: {}, counts, other, ledger, money },
    statements,
  };
}

const lastId = (casks: readonly AuditedCask[]) => casks.at(-1)?.id ?? "";

/** The next of the parts that the day's casks stand in. */
async function readPart({ db }: AuditDeps, date: string, after: number) {
  const [part] = await db.all<{ piece: number; body: string; more: number }>(sql`SELECT piece, body,
      EXISTS (SELECT 1 FROM audit_parts AS later WHERE later.date = ${date} AND later.piece > audit_parts.piece) AS more
    FROM audit_parts WHERE date = ${date} AND piece > ${after} ORDER BY piece LIMIT 1`);
  return part;
}

type Lists = Map<string, CaskList | null>;

/** @returns the lists as they are published, and which files are not what their names say */
async function readLists(deps: AuditDeps, casks: readonly AuditedCask[]) {
  const lists: Lists = new Map();
  const wrong = new Map<string, string>();
  for (const { id, list_sha256: hash } of casks) {
    const text = await readText(deps, listKey(hash));
    lists.set(id, text === null ? null : parse(text));
    if (text === null || deps.sha256(text) !== hash) wrong.set(id, hash);
  }
  return { lists, wrong };
}

function parse(text: string): CaskList | null {
  try {
    return JSON.parse(text) as CaskList;
  } catch {
    return null;
  }
}

type Casks = { from: string; to: string | null };

/** @param casks those after `from` up to `to`; null: all the rest, so that one missing from every list is found too */
async function missingIn(deps: AuditDeps, { endMs }: Leased, lists: Lists, casks: Casks, size: PieceSize) {
  const missing: HeldStake[] = [];
  let [caskId, number, more] = [casks.from, Number.MAX_SAFE_INTEGER, true];
  while (more) {
    const held = await deps.db.all<HeldStake>(heldStakes({ caskId, number, to: casks.to }, endMs, size.rows));
    missing.push(...findMissingMarks(held, lists, deps.sha256));
    more = held.length === size.rows;
    ({ caskId, number } = held.at(-1) ?? { caskId, number });
  }
  return missing;
}

/** Stakes that were held at the day's end and still are, with the certificate that stands since before it. */
const heldStakes = (
  { caskId, number, to }: { caskId: string; number: number; to: string | null },
  endMs: number,
  many: number,
) => sql`SELECT stakes.cask_id AS caskId, stakes.number, certificates.id AS certificateId, certificates.code AS certificateCode
  FROM stakes CROSS JOIN certificates ON certificates.stake_id = stakes.id AND certificates.state <> 'void'
  WHERE (stakes.cask_id, stakes.number) > (${caskId}, ${number}) ${to === null ? sql`` : sql`AND stakes.cask_id <= ${to}`}
    AND stakes.state = 'active' AND stakes.purchased_at_ms < ${endMs} AND certificates.created_at_ms < ${endMs}
    AND NOT EXISTS (SELECT 1 FROM stake_changes WHERE stake_changes.stake_id = stakes.id AND changed_at_ms >= ${endMs})
  ORDER BY stakes.cask_id, stakes.number LIMIT ${many}`;

/** By the id of the cask. */
function tellProblems(wrong: ReadonlyMap<string, string>, missing: readonly HeldStake[]): Map<string, string[]> {
  const problems = new Map<string, string[]>();
  for (const [caskId, hash] of wrong) problems.set(caskId, [`list_sha256: the file of ${hash} is gone or another`]);
  for (const { caskId, number } of missing) {
    const told = problems.get(caskId) ?? [];
    told.push(`mark: stake ${number} has a certificate and is not in the list`);
    problems.set(caskId, told);
  }
  return problems;
}

function keepMissing({ db }: AuditDeps, leased: Leased, missing: readonly HeldStake[]): Statement[] {
  if (missing.length === 0) return [];
  const ids = JSON.stringify(missing.map(({ certificateId }) => certificateId));
  return [
    db.run(sql`INSERT INTO missing_marks (certificate_id, date) SELECT value, ${leased.date} FROM json_each(${ids})
      WHERE ${isOurs(leased)} ON CONFLICT DO NOTHING`),
  ];
}

type Judged = { piece: number; judged: readonly AuditedCask[]; failed: readonly string[] };

/** The next audit reads the lists of these again, and writes them again. */
function keepJudged({ db }: AuditDeps, leased: Leased, { piece, judged, failed }: Judged): Statement[] {
  return [
    db.run(sql`UPDATE audit_parts SET body = ${JSON.stringify(judged)}
      WHERE date = ${leased.date} AND piece = ${piece} AND ${isOurs(leased)}`),
    db.run(sql`UPDATE audited_casks SET result = 'FAIL'
      WHERE cask_id IN (SELECT value FROM json_each(${JSON.stringify(failed)})) AND ${isOurs(leased)}`),
  ];
}

const forgetOlder = ({ db }: AuditDeps, leased: Leased): Statement =>
  db.run(sql`DELETE FROM missing_marks WHERE date < ${leased.previousDate ?? leased.date} AND ${isOurs(leased)}`);
