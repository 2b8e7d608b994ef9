import { sql } from "drizzle-orm";
import type { Statement } from "~/db/work";
import { type AuditedCask, listKey } from "~/domain/audit/audit-files";
import { canonicalJson } from "~/domain/audit/canonical-json";
import type { Facts } from "~/domain/audit/compare-with-before";
import { compareCask, examineCask, type ExaminedCask, judgeCask } from "~/domain/audit/examine-cask";
import type { AuditDeps, PieceSize } from "../audit-deps";
import type { LaterProgress } from "./audit-progress";
import { dayEnd, isOurs, keepPart, type Leased, type Piece } from "./audit-row";
import { isDocument, putJson, readList } from "./audit-store";
import { type CaskBeforeRow, type CasksRead, chooseCasks, readCasks } from "./read-casks";

/** The files of a cask are read again once in so many days. */
const FILES_EVERY_DAYS = 28;

/** Examines the next casks. A list is written before the piece is kept: one that is not, is written again, the same. */
export async function casksPiece(
  deps: AuditDeps,
  leased: Leased,
  from: LaterProgress<"casks">,
  size: PieceSize,
): Promise<Piece> {
  const { ids, more } = await chooseCasks(deps.db, { after: from.after, endMs: leased.endMs }, size);
  const read = ids.length > 0 ? await readCasks(deps.db, ids, leased.endMs, size) : null;
  const entries: AuditedCask[] = [];
  for (const cask of read?.casks ?? []) entries.push(await auditCask(deps, leased, read as CasksRead, cask));
  const failed = entries.filter(({ result }) => result === "FAIL");
  for (const { id, reason } of failed) deps.log("audit-cask-wrong", { caskId: id, error: reason });
  const counts = {
    casks: from.counts.casks + entries.length,
    stakes: from.counts.stakes + entries.reduce((sum, { issued }) => sum + issued, 0),
    documents: from.counts.documents + entries.reduce((sum, { documents }) => sum + documents.length, 0),
    failed: [...from.counts.failed, ...failed.map(({ id }) => id)].slice(0, MOST_NAMED),
  };
  const { ledger, money } = from;
  const statements = entries.length > 0 ? keepEntries(deps, leased, entries) : [];
  if (more) return { progress: { ...from, after: ids.at(-1) ?? "", counts }, statements };
  return { progress: { step: "marks", part: -1, after: "", counts, other: [], ledger, money }, statements };
}

/** So many casks are named in the reason of a day. */
export const MOST_NAMED = 6;

async function auditCask(
  deps: AuditDeps,
  leased: Leased,
  read: CasksRead,
  cask: CasksRead["casks"][number],
): Promise<AuditedCask> {
  const ofCask = <T extends { cask_id: string }>(all: T[]) => all.filter(({ cask_id: id }) => id === cask.id);
  const certificates = ofCask(read.certificates);
  const files = ofCask(read.documents);
  const examined = examineCask(
    {
      cask,
      stakes: ofCask(read.stakes),
      certificates,
      changes: ofCask(read.changes),
      documents: files.map(({ cask_id: _, file_key: __, ...document }) => document),
      valuations: ofCask(read.valuations).map(({ cask_id: _, ...valuation }) => valuation),
      endMs: leased.endMs,
    },
    deps.sha256,
  );
  const before = read.before.find(({ cask_id: id }) => id === cask.id);
  const isDue = before?.result === "FAIL" || isFilesDay(cask.id, leased.date);
  const written = await compareList(deps, examined, before, isDue);
  const facts = before?.facts ? (JSON.parse(before.facts) as Facts) : null;
  const endMs = before?.list_date ? dayEnd(before.list_date) : 0;
  const problems = [
    ...examined.problems,
    ...written.problems,
    ...compareCask(examined, { list: written.list, endMs, facts }, { certificates, freed: ofCask(read.freed) }),
  ];
  for (const { file_key: key, sha256 } of isDue ? files : [])
    if (!(await isDocument(deps, key, sha256))) problems.push(`documents: the file of ${sha256} is gone or another`);
  return judgeCask(examined.entry, problems);
}

/** Writes the list if it is another than the last one. @returns the last one, if it must be compared */
async function compareList(
  deps: AuditDeps,
  { entry, listJson }: ExaminedCask,
  before: CaskBeforeRow | undefined,
  isDue: boolean,
) {
  const known = before?.list_sha256 ?? null;
  if (known !== entry.list_sha256) await putJson(deps, listKey(entry.list_sha256), listJson);
  else if (!isDue) return { list: null, problems: [] };
  if (known === null) return { list: null, problems: [] };
  const list = await readList(deps, known);
  if (list) return { list, problems: [] };
  if (known === entry.list_sha256) await putJson(deps, listKey(known), listJson);
  return { list: null, problems: [`list_sha256: the file of ${known} is gone or another`] };
}

/** The same number of casks each day, as good as: by a hash of the id that any 32 bits are enough for. */
export function isFilesDay(caskId: string, date: string): boolean {
  const place = [...caskId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  return place % FILES_EVERY_DAYS === (Date.parse(date) / 86_400_000) % FILES_EVERY_DAYS;
}

function keepEntries(deps: AuditDeps, leased: Leased, entries: AuditedCask[]): Statement[] {
  const kept = entries.map((entry) => ({
    id: entry.id,
    result: entry.result,
    stakes: entry.issued + entry.void,
    list: entry.list_sha256,
    facts: canonicalJson({ documents: entry.documents, valuations: entry.valuations }),
  }));
  const value = (path: string) => sql.raw(`json_extract(value, '$.${path}')`);
  const ifPassed = (path: string) => sql.raw(`iif(json_extract(value, '$.result') = 'PASS', ${path}, NULL)`);
  return [
    keepPart(deps, leased, entries),
    deps.db.run(sql`INSERT INTO audited_casks (cask_id, date, result, stakes, list_sha256, list_date, facts)
      SELECT ${value("id")}, ${leased.date}, ${value("result")}, ${value("stakes")}, ${ifPassed("json_extract(value, '$.list')")},
        iif(${value("result")} = 'PASS', ${leased.date}, NULL), ${ifPassed("json_extract(value, '$.facts')")}
      FROM json_each(${JSON.stringify(kept)}) WHERE ${isOurs(leased)}
      ON CONFLICT (cask_id) DO UPDATE SET date = excluded.date, result = excluded.result, stakes = excluded.stakes,
        list_sha256 = coalesce(excluded.list_sha256, list_sha256), list_date = coalesce(excluded.list_date, list_date),
        facts = coalesce(excluded.facts, facts)`),
  ];
}
