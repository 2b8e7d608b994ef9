import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as program from "../../../public/verify-audit.mjs";
import { makeHistory, writeFiles } from "../../support/audit-history";

// A made-up history in folders, and what the public program says of it.

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

export const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** What the program says that was written from docs/audit-format.md alone. */
export const recount = (path: string) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    execFile("python3", ["tests/verifier/recount.py", path], (error, said, wrong) =>
      resolve({ code: error ? Number(error.code) : 0, said: `${said}${wrong}` }),
    );
  });
