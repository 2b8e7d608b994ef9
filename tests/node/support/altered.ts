import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as program from "../../../public/verify-audit.mjs";
import {
  canonical,
  type Day,
  filesOf,
  type List,
  makeHistory,
  resealFrom,
  sha,
  writeFiles,
} from "../../support/audit-history";

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

// A made-up history with everything that a day can hold, altered in one place with all hashes made to fit: nothing but a rule can find it.

export const base = makeHistory({ days: 6, casks: 4, stakes: 12, first: "2026-10-29" });
export const dateAt = (at: number) => base.days[at]?.date ?? "";
export const [C1, C2] = ["casks[csk_made_up_0001]", "casks[csk_made_up_0002]"];
export const [V1, BID] = ["valuations[val_0001_0]", "bids[bid_1]"];

export const votes = {
  bid_id: "bid_1",
  stakes: Array.from({ length: 10 }, (_, at) => ({
    choice: at < 4 ? "accept" : at < 6 ? "decline" : null,
    mark: `${at}`.padStart(12, "0"),
  })),
};
const bid = {
  accepted: null,
  bidder_kind: "bottler",
  cask_id: "csk_made_up_0001",
  declined: null,
  issued: null,
  closes_at: "2026-11-01T12:00:00.000Z",
  opened_at: "2026-10-20T09:00:00.000Z",
  withdrawn_at: null,
  fees_cents: 20,
  gross_cents: 1225,
  id: "bid_1",
  letter_sha256: sha("letter"),
  list_sha256: null,
  result: null,
  stakes: 12,
  accepted_parts: 2,
  accepted_whole: 3,
  voted_parts: 1,
  voted_whole: 2,
};
const counted = { accepted: 4, declined: 2, issued: 10, list_sha256: sha(canonical(votes)), result: "accepted" };
// Open for three days; on the fourth, of ten stakes four accept, two decline and four are silent. A cask ends on the fifth. Two stakes are resold every day.
for (const [at, day] of base.days.entries()) {
  day.bids = [{ ...structuredClone(bid), ...(at >= 3 ? counted : {}) }];
  const resale = { cask_id: "csk_made_up_0003", fee_cents: 1350, price_cents: 45_000, valued_cents: 50_000 };
  day.resales = [resale, { ...resale, valued_cents: null }];
  Object.assign(day.casks[3] ?? {}, { ended_on: at >= 4 ? "2026-11-01" : null });
}
base.days = resealFrom(base.days, 0);

type Json = Record<string, unknown>;
/** What stands at a path such as 'casks.1.issued' becomes a value, or what a function makes of it. */
export function set<T extends object>(of: T, path: string, value: unknown): T {
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  const holder = keys.reduce<Json>((inner, key) => inner[key] as Json, of as unknown as Json);
  if (value === undefined) Reflect.deleteProperty(holder, last);
  else holder[last] = typeof value === "function" ? (value as (was: unknown) => unknown)(holder[last]) : value;
  return of;
}
export const plus = (by: number) => (was: number) => was + by;
export const without = (at: number) => (was: unknown[]) => was.toSpliced(at, 1);
export const twice = (at: number) => (was: unknown[]) => was.toSpliced(at, 0, structuredClone(was[at]));
export const backwards = (was: unknown[]) => was.toReversed();

/** '3': on that day alone; '3+': from it on; '*': on every day. */
const isOn = (days: string, at: number) =>
  days === "*" || (days.endsWith("+") ? at >= Number.parseInt(days) : at === Number(days));

export function altered(changes: readonly (readonly [days: string, path: string, value: unknown])[]): Day[] {
  const days = structuredClone(base.days);
  for (const [on, path, value] of changes)
    for (const [at, day] of days.entries()) if (isOn(on, at)) set(day, path, value);
  return days;
}

/** What is said after FAIL of these days, without latest.json, and of lists under the hashes of `more`. */
export async function wrongIn(days: readonly Day[], more: Iterable<[string, string]> = [], words: string[] = []) {
  const lists: [string, string][] = [[`audit/lists/${sha(canonical(votes))}.json`, canonical(votes)]];
  const files = new Map([...filesOf({ days: [...days], lists: base.lists }), ...lists, ...more]);
  files.delete("audit/latest.json");
  const { code, said } = await run(folderWith(files), ...words);
  const lines = said.split("\n").filter((line) => line.startsWith("FAIL "));
  if (code !== (lines.length > 0 ? 1 : 0) || said.startsWith("PASS ") !== (code === 0)) throw new Error(said);
  return lines.map((line) => line.slice("FAIL ".length));
}

/** The list of the second cask on the newest day. */
export const listOf = (): List => structuredClone(base.lists.get(base.days[5]?.casks[1]?.list_sha256 ?? "")) as List;
