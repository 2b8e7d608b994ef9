import program from "~/../public/verify-audit.mjs?raw";
import { toHex } from "~/domain/hex";

let known: Promise<string> | undefined;

/** Of the program as it is served. */
export const programSha256 = (): Promise<string> => (known ??= hashOf(program));

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return toHex(new Uint8Array(digest));
}
