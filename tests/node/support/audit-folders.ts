import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as program from "../../../public/verify-audit.mjs";
import {
  type Cask,
  type Day,
  filesOf,
  type History,
  makeHistory,
  resealFrom,
  writeFiles,
} from "../../support/audit-history";

// A made-up history in folders, changed in one way or another, and what the public program says of it.

const PROGRAM = "public/verify-audit.mjs";
export const history = makeHistory({ days: 6, casks: 4, stakes: 12, first: "2026-10-29" });
const folders: string[] = [];

/** For `afterAll`. */
export function removeFolders() {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export function folderWith(files: Iterable<[string, string | Uint8Array]>): string {
  const folder = mkdtempSync(join(tmpdir(), "audit-"));
  folders.push(folder);
  writeFiles(folder, files);
  return folder;
}

/** What the command says, without starting a process for it. */
export async function run(...words: string[]): Promise<{ code: number; said: string }> {
  const [said, code] = await program.main(words);
  return { code, said };
}

export function runCommand(...words: string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...words], (error, said, wrong) =>
      resolve({ code: error ? Number(error.code) : 0, said: `${said}${wrong}` }),
    );
  });
}

/** A copy in which one day was changed and the rest left alone. */
export function changed(at: number, change: (day: Day) => void, from: History = history): History {
  const days = structuredClone(from.days);
  const day = days[at];
  if (day) change(day);
  return { days, lists: from.lists };
}

export const caskAt = (day: Day, at: number) => day.casks[at] as Cask;
export const verify = (of: History, ...words: string[]) => run(folderWith(filesOf(of)), ...words);
export const resealed = (of: History, from: number): History => ({ ...of, days: resealFrom(of.days, from) });
/** What is wrong, each as it is told after FAIL; empty if all is right. */
export async function wrongIn(of: History, ...words: string[]): Promise<string[]> {
  const { code, said } = await verify(of, ...words);
  const lines = said.split("\n").filter((line) => line.startsWith("FAIL "));
  if (code !== (lines.length > 0 ? 1 : 0) || said.startsWith("PASS ") !== (code === 0)) throw new Error(said);
  return lines.map((line) => line.slice("FAIL ".length));
}

export const dateAt = (at: number) => history.days[at]?.date ?? "";
export const hashAt = (of: History, at: number) => of.days[at]?.hash ?? "";
export const dayFile = (at: number) => `audit/days/${dateAt(at)}.json`;

/** The files with one of them written otherwise. */
export function withFile(
  path: string,
  edit: (text: string) => string | Uint8Array | null,
): Map<string, string | Uint8Array> {
  const files = new Map<string, string | Uint8Array>(filesOf(history));
  const edited = edit(files.get(path) as string);
  if (edited === null) files.delete(path);
  else files.set(path, edited);
  if (path !== "audit/latest.json") files.delete("audit/latest.json");
  return files;
}
