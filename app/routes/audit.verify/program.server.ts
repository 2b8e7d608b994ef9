import program from "~/../public/verify-audit.mjs?raw";
import witness from "~/../public/witness.mjs?raw";
import { toHex } from "~/domain/hex";

let known: Promise<{ sha256: string; witnessSha256: string }> | undefined;

/** Of the programs as they are served. */
export const programHashes = () => (known ??= hashBoth());

async function hashBoth() {
  const [sha256, witnessSha256] = await Promise.all([hashOf(program), hashOf(witness)]);
  return { sha256, witnessSha256 };
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return toHex(new Uint8Array(digest));
}
