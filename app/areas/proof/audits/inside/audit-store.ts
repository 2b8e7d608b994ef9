import { type CaskList, listKey } from "~/domain/audit/audit-files";
import { toHex } from "~/domain/hex";
import type { AuditDeps } from "../audit-deps";

const JSON_FILE = { httpMetadata: { contentType: "application/json; charset=utf-8" } };

type AuditStoreDeps = Pick<AuditDeps, "proof" | "sha256">;

export async function putJson({ proof, sha256 }: AuditStoreDeps, key: string, text: string): Promise<void> {
  await proof.put(key, new TextEncoder().encode(text), { ...JSON_FILE, sha256: sha256(text) });
}

export async function readText({ proof }: Pick<AuditDeps, "proof">, key: string): Promise<string | null> {
  const file = await proof.get(key);
  return file ? new TextDecoder().decode(await file.arrayBuffer()) : null;
}

/** @returns null if the file is gone, or is not what its name says */
export async function readList(needs: AuditStoreDeps, hash: string): Promise<CaskList | null> {
  const text = await readText(needs, listKey(hash));
  return text !== null && needs.sha256(text) === hash ? (JSON.parse(text) as CaskList) : null;
}

/** Whether a document's file still has this hash. */
export async function isDocument({ proof }: Pick<AuditDeps, "proof">, key: string, hash: string): Promise<boolean> {
  const file = await proof.get(key);
  if (!file) return false;
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return toHex(new Uint8Array(digest)) === hash;
}
