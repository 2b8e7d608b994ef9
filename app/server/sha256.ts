import { createHash } from "node:crypto";

/** SHA-256 of a text's UTF-8 as hex. At once, unlike the platform's own: for chains of very many rows. */
export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

export function hashBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}
