import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AuditDay, AuditedCask, CaskList, ListedState } from "~/domain/audit/audit-files";

// A made-up history of daily audits, as files. Written without the product's code, so that the two cannot be wrong together.

export type Cask = AuditedCask;
/** Anything may be made of a bid, a resale and the money. */
export type Day = Omit<AuditDay, "bids" | "money" | "resales" | "result" | "version"> & {
  bids: Record<string, unknown>[];
  money: { [field: string]: number | string | null };
  resales: Record<string, unknown>[];
  result: string;
  version: number;
};
export type List = CaskList;

export const sha = (text: string) => createHash("sha256").update(text).digest("hex");

export function canonical(value: unknown): string {
  const sorted = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(sorted);
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(
      Object.entries(one)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, inner]) => [key, sorted(inner)]),
    );
  };
  return JSON.stringify(sorted(value));
}

const dayAt = (first: string, offset: number) =>
  new Date(Date.parse(`${first}T00:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10);

export type HistorySize = { days: number; casks: number; stakes: number; first?: string };

/** The list of a cask of which `issued` stakes are sold and `ended` void. */
function listOf(caskId: string, stakes: number, issued: number, ended = 0): List {
  const stateOf = (number: number): ListedState =>
    number <= issued ? "issued" : number <= issued + ended ? "void" : "free";
  return {
    cask_id: caskId,
    stakes: Array.from({ length: stakes }, (_, at) => {
      const state = stateOf(at + 1);
      const mark = state === "free" ? null : sha(`code${caskId}${at}\n${at + 1}\n${caskId}`).slice(0, 12);
      return { mark, number: at + 1, state };
    }),
    total: stakes,
  };
}

const idAt = (index: number) => `csk_made_up_${String(index).padStart(4, "0")}`;

function caskOf(index: number, offset: number, size: HistorySize, issued: number, list: string): Cask {
  const id = idAt(index);
  const first = size.first ?? "2025-01-01";
  // Every fourth cask tells what was paid for it.
  const isTold = index % 4 === 2;
  const ended = Math.min(1, size.stakes - issued);
  const reserved = Math.min(2, size.stakes - issued - ended);
  return {
    bought_for_cents: isTold ? 41_000 * size.stakes : null,
    certificates_valid: issued,
    documents: ["contract", "gauge", "insurance"].map((kind, at) => ({
      expires_on: at === 2 ? "2030-01-01" : null,
      issued_on: dayAt(first, -30 - at),
      issuer: "Strath Bonded Warehouses Ltd",
      kind,
      sha256: sha(`${kind} of ${id}`),
    })),
    ended_on: null,
    free: size.stakes - issued - reserved - ended,
    id,
    issued,
    list_sha256: list,
    markup_cents: isTold ? 9_000 * size.stakes : null,
    name: `Cask nº ${index} «Übersee»`,
    reason: null,
    reserved,
    result: "PASS",
    total: size.stakes,
    valuations: [0, 40, 200]
      .filter((at) => at <= offset)
      .map((at) => ({
        id: `val_${String(index).padStart(4, "0")}_${at}`,
        method: "comparable sales at auction",
        source: "Scotch Whisky Auctions",
        tier: at === 0 && isTold ? "issue" : "modelled",
        value_cents: 50_000 + at,
        valued_on: dayAt(first, at),
      })),
    void: ended,
  };
}

const ours = generateKeyPairSync("ed25519");
/** A public key in base64, as it stands at `/audit/key`. */
export const keyOf = (key: KeyObject) => key.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");
export const KEY = keyOf(ours.publicKey);

type Head = Pick<Day, "certificates" | "date" | "hash" | "owed">;
export const signatureOf = ({ certificates, date, hash, owed }: Head, key = ours.privateKey) =>
  sign(null, Buffer.from(canonical({ certificates, date, hash, owed })), key).toString("base64");

/** Gives the day the hash of what it says, and signs it. */
export function sealDay(day: Day): Day {
  const { hash: _, signature: __, ...rest } = day;
  const sealed = { ...day, hash: sha(canonical(rest)) };
  return { ...sealed, signature: signatureOf(sealed) };
}

export type History = { days: Day[]; lists: Map<string, List> };

/** Day after day; a list is new where something was sold that day. */
export function makeHistory(size: HistorySize): History {
  const first = size.first ?? "2025-01-01";
  const history: History = { days: [], lists: new Map() };
  for (let offset = 0; offset < size.days; offset += 1) {
    const date = dayAt(first, offset);
    const casks = Array.from({ length: size.casks }, (_, index) => {
      const part = ((offset + (index % 30)) * size.stakes) / (size.days * 2);
      const issued = Math.min(size.stakes - 1, 1 + Math.floor(part));
      const list = listOf(idAt(index), size.stakes, issued, Math.min(1, size.stakes - issued));
      const hash = sha(canonical(list));
      history.lists.set(hash, list);
      return caskOf(index, offset, size, issued, hash);
    });
    const before = history.days.at(-1);
    const wallets = 120_000 + offset;
    const day = sealDay({
      bids: [],
      casks,
      date,
      hash: "",
      ledger_head: sha(`head ${offset}`),
      ledger_rows: 100 + offset,
      money: {
        cask_proceeds_cents: 0,
        held_cents: wallets + 60_000,
        owed_cents: wallets + 5000,
        reason: null,
        result: "PASS",
        rewards_pending_cents: 1500,
        unsettled_cents: 0,
        wallets_cents: wallets,
        withdrawals_open_cents: 3500,
      },
      certificates: { count: 12, root: sha(`certificates ${offset}`) },
      signature: "",
      owed: { cents: wallets, root: sha(`wallets ${offset}`), wallets: 40 },
      previous_date: before?.date ?? null,
      previous_hash: before?.hash ?? null,
      reason: null,
      resales: [],
      result: "PASS",
      version: 1,
    });
    history.days.push(day);
  }
  return history;
}

/** What an attacker who can write all files would do after changing a day: every day from there on gets new hashes. */
export function resealFrom(days: readonly Day[], from: number): Day[] {
  const sealed = days.slice(0, from);
  for (const day of days.slice(from)) {
    const before = sealed.at(-1);
    sealed.push(sealDay({ ...day, previous_date: before?.date ?? null, previous_hash: before?.hash ?? null }));
  }
  return sealed;
}

/** Path (as in the bucket) to content. */
export function filesOf({ days, lists }: History): Map<string, string> {
  const files = new Map<string, string>();
  for (const day of days) files.set(`audit/days/${day.date}.json`, canonical(day));
  for (const [hash, list] of lists) files.set(`audit/lists/${hash}.json`, canonical(list));
  const last = days.at(-1);
  if (last) files.set("audit/latest.json", canonical(last));
  return files;
}

export function writeFiles(folder: string, files: Iterable<[string, string | Uint8Array]>): void {
  for (const name of ["audit/days", "audit/lists"]) mkdirSync(join(folder, name), { recursive: true });
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
