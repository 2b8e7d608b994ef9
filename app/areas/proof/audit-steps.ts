import { type AuditDay, type CaskList, dayKey, listKey } from "~/domain/audit/audit-files";
import { hashOfDay, sha256 } from "~/domain/audit/hashes";
import type { Deps } from "~/core/deps";
import { addDays, type CalendarDate, dateOf } from "~/domain/calendar-date";

export type AuditDeps = Deps & {
  proof: Pick<R2Bucket, "get" | "put">;
  /** Where the results of steps are kept, which are not public. */
  certificates: Pick<R2Bucket, "get" | "put" | "list" | "delete">;
  /** The present one first. */
  signingKeys: () => Promise<readonly [SigningKey, ...SigningKey[]]>;
};

/** Ed25519, which gives the same signature for the same text. The public key has 32 bytes. */
export type SigningKey = { publicKey: Uint8Array; sign: (text: string) => Promise<Uint8Array> };

/** `endMs`: the midnight after it. */
export type Day = { date: CalendarDate; endMs: number };

export const dayEnd = (date: string) => Date.parse(`${addDays(date, 1)}T00:00:00Z`);

/** The day that an audit is made of, and that the pages of proof tell of: today's counts are not public. */
export function yesterdayOf(nowMs: number): Day {
  const date = addDays(dateOf(nowMs), -1);
  return { date, endMs: dayEnd(date) };
}

/** `latest`: the day published before. `right`: the last one whose ledger was as it had been, with which this one's is compared. */
export type Before = Partial<{ latest: { date: string; hash: string }; right: { date: string; head: string } }>;

/** How much a step reads, so that it fits one run of a Worker: 128 MB, a few seconds of CPU, 30 s a batch. */
export const SLICE = {
  /** Rows of one answer. */
  rows: 5_000,
  transfers: 40_000,
  /** Leaves of the tree of what is owed, and of that of certificates; powers of two. */
  wallets: 2_048,
  certificates: 4_096,
  ruled: 10_000,
  casks: 50,
  /** A slice ends with the cask that reaches it; a larger cask is a slice of its own. */
  stakes: 10_000,
};
export type SliceSize = typeof SLICE;

/** An audit under way: its day, and what its steps need. */
export type Audit = AuditDeps & Day & { size: SliceSize };

/** `next`: from where the slice after it goes on; null: it was the last. `told`: small, for later steps. `kept`: for files. */
export type Slice<From, Told> = { next: From | null; told: Told; kept?: object };

const JSON_FILE = { httpMetadata: { contentType: "application/json; charset=utf-8" } };

export async function putJson({ proof }: Pick<AuditDeps, "proof">, key: string, text: string): Promise<void> {
  await proof.put(key, new TextEncoder().encode(text), { ...JSON_FILE, sha256: sha256(text) });
}

async function readText(bucket: Pick<R2Bucket, "get">, key: string): Promise<string | null> {
  const file = await bucket.get(key);
  return file ? new TextDecoder().decode(await file.arrayBuffer()) : null;
}

/** @returns null if the file is gone, or is not what its name says */
export async function readList({ proof }: Pick<AuditDeps, "proof">, hash: string): Promise<CaskList | null> {
  const text = await readText(proof, listKey(hash));
  return text !== null && sha256(text) === hash ? (JSON.parse(text) as CaskList) : null;
}

/** @returns null if there is none, or its file is gone or another */
export async function readChained({ proof }: Pick<AuditDeps, "proof">, date: string | null, hash: string | null) {
  // If R2 cannot be read, the step fails and is tried again: that says nothing about the file.
  const text = date === null ? null : await readText(proof, dayKey(date));
  try {
    const day = JSON.parse(text ?? "null") as AuditDay | null;
    return day?.hash === hash && hashOfDay(day) === hash ? day : null;
  } catch {
    return null;
  }
}

type Private = { certificates: Pick<R2Bucket, "get"> };
const FOLDER = "audit-steps/";
const folderOf = (date: string) => `${FOLDER}${date}/`;
const stepKey = (date: string, name: string) => `${folderOf(date)}${name}.json`;

/** The result of a step of that day's audit; null if no one has made it yet. */
export async function readStep<T>({ certificates }: Private, date: string, name: string): Promise<T | null> {
  const text = await readText(certificates, stepKey(date, name));
  return text === null ? null : (JSON.parse(text) as T);
}

/**
 * Makes a step, unless its result is kept already. Of two runs that make it at once the first one's result counts, so both go on with
 * the same, and publish the same bytes.
 */
export async function storeStep<T extends object>(
  { certificates, date }: Audit,
  name: string,
  make: () => Promise<T>,
): Promise<T> {
  const kept = await readStep<T>({ certificates }, date, name);
  if (kept) return kept;
  const made = await make();
  const onlyIf = { etagDoesNotMatch: "*" };
  const isFirst = await certificates.put(stepKey(date, name), JSON.stringify(made), { ...JSON_FILE, onlyIf });
  return isFirst ? made : ((await readStep<T>({ certificates }, date, name)) ?? made);
}

/** Results are kept for two days, for anyone who is being shown their own path just now. */
export async function forgetSteps({ certificates, date }: Audit): Promise<void> {
  const { objects } = await certificates.list({ prefix: FOLDER });
  const old = objects.map(({ key }) => key).filter((key) => key < folderOf(addDays(date, -1)));
  if (old.length > 0) await certificates.delete(old);
}
