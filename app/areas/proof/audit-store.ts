import { type CaskList, listKey } from "~/domain/audit/audit-files";
import { addDays } from "~/domain/calendar-date";
import { toHex } from "~/domain/hex";
import type { AuditDeps } from "./audit-deps";

const JSON_FILE = { httpMetadata: { contentType: "application/json; charset=utf-8" } };

export async function putJson(
  { proof, sha256 }: Pick<AuditDeps, "proof" | "sha256">,
  key: string,
  text: string,
): Promise<void> {
  await proof.put(key, new TextEncoder().encode(text), { ...JSON_FILE, sha256: sha256(text) });
}

export async function readText(bucket: Pick<R2Bucket, "get">, key: string): Promise<string | null> {
  const file = await bucket.get(key);
  return file ? new TextDecoder().decode(await file.arrayBuffer()) : null;
}

/** @returns null if the file is gone, or is not what its name says */
export async function readList(needs: Pick<AuditDeps, "proof" | "sha256">, hash: string): Promise<CaskList | null> {
  const text = await readText(needs.proof, listKey(hash));
  return text !== null && needs.sha256(text) === hash ? (JSON.parse(text) as CaskList) : null;
}

/** Whether a document's file still has this hash. */
export async function isDocument({ proof }: Pick<AuditDeps, "proof">, key: string, hash: string): Promise<boolean> {
  const file = await proof.get(key);
  if (!file) return false;
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return toHex(new Uint8Array(digest)) === hash;
}

type Private = { certificates: Pick<R2Bucket, "get"> };
const FOLDER = "audit-steps/";
const folderOf = (date: string) => `${FOLDER}${date}/`;
const stepKey = (date: string, name: string) => `${folderOf(date)}${name}.json`;

/** What a step of that day's audit has found; null if nobody has made it yet. */
export async function readStep<T>({ certificates }: Private, date: string, name: string): Promise<T | null> {
  const text = await readText(certificates, stepKey(date, name));
  return text === null ? null : (JSON.parse(text) as T);
}

/**
 * Makes a step, unless its result is kept already. Of two runs that make it at once the first one's result counts, so both go on with
 * the same, and publish the same bytes.
 */
export async function keepStep<T extends object>(
  { certificates }: Pick<AuditDeps, "certificates">,
  date: string,
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
export async function forgetSteps({ certificates }: Pick<AuditDeps, "certificates">, date: string): Promise<void> {
  const { objects } = await certificates.list({ prefix: FOLDER });
  const old = objects.map(({ key }) => key).filter((key) => key < folderOf(addDays(date, -1)));
  if (old.length > 0) await certificates.delete(old);
}
