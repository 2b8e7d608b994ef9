import { type AuditedCask, listKey } from "~/domain/audit/audit-files";
import type { Facts } from "~/domain/audit/examine-cask";
import { compareCask, examineCask, type ExaminedCask, judgeCask } from "~/domain/audit/examine-cask";
import { dayEnd, type Slice } from "./audit-day";
import type { AuditDeps, Day, SliceSize } from "./audit-deps";
import { isDocument, putJson, readList } from "./audit-store";
import { type CaskBeforeRow, type CasksRead, chooseCasks, readCasks } from "./read-casks";

/** The files of a cask are read again once in so many days. */
const FILES_EVERY_DAYS = 28;

export type CasksTold = { casks: number; stakes: number; documents: number; failed: string[] };

/** Examines the next casks. A list is written before the slice is kept: if it is not, the list is written again, the same. */
export async function auditCasks(
  deps: AuditDeps,
  day: Day,
  after: string,
  size: SliceSize,
): Promise<Slice<string, CasksTold>> {
  const { ids, more } = await chooseCasks(deps.db, { after, endMs: day.endMs }, size);
  const read = ids.length > 0 ? await readCasks(deps.db, ids, day.endMs, size) : null;
  const entries: AuditedCask[] = [];
  for (const cask of read?.casks ?? []) entries.push(await auditCask(deps, day, read as CasksRead, cask));
  const failed = entries.filter(({ result }) => result === "FAIL");
  for (const { id, reason } of failed) deps.log("audit-cask-wrong", { caskId: id, error: reason });
  const told = {
    casks: entries.length,
    stakes: entries.reduce((sum, { issued }) => sum + issued, 0),
    documents: entries.reduce((sum, { documents }) => sum + documents.length, 0),
    failed: failed.map(({ id }) => id),
  };
  return { next: more ? (ids.at(-1) ?? null) : null, told, kept: entries };
}

async function auditCask(
  deps: AuditDeps,
  { date, endMs }: Day,
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
      endMs,
    },
    deps.sha256,
  );
  const before = read.before.find(({ cask_id: id }) => id === cask.id);
  const isDue = before?.result === "FAIL" || isFilesDay(cask.id, date);
  const written = await compareList(deps, examined, before, isDue);
  const facts = before?.facts ? (JSON.parse(before.facts) as Facts) : null;
  const listedMs = before?.list_date ? dayEnd(before.list_date) : 0;
  const problems = [
    ...examined.problems,
    ...written.problems,
    ...compareCask(
      examined,
      { list: written.list, endMs: listedMs, facts },
      { certificates, freed: ofCask(read.freed) },
    ),
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
