import { env } from "cloudflare:test";
import { appendLog } from "~/areas/proof/log/append-log";
import { LOG_PIECE, type LogDeps, type LogPiece } from "~/areas/proof/log/log-deps";
import { readCheckpoint, readVerifierKey } from "~/domain/log/checkpoint";
import { newTiles, tilePath } from "~/domain/log/tiles";
import { readLogKeys } from "~/server/log-keys";
import { hashBytes, sha256 } from "~/server/sha256";
import { settlementTestConfig, type TestContext } from "./context";

const { LOG_KEY } = settlementTestConfig;

/** What the nightly work on the log needs besides a test's context. */
export const forLog = ({ proof }: Pick<TestContext, "proof">) => ({
  ...{ proof, sha256, hashBytes },
  logKeys: () => readLogKeys(LOG_KEY),
});
export const logDeps = (context: TestContext): LogDeps => ({ ...context, ...forLog(context) });

/** Runs the timer's part until the last audited day is signed. */
export async function signLog(deps: LogDeps, piece: LogPiece = LOG_PIECE): Promise<string> {
  for (let run = 0; run < 200; run++) {
    const date = await appendLog(deps, piece);
    if (date !== null) return date;
  }
  throw new Error("the log was not signed");
}

export async function readLogBytes(path: string): Promise<Uint8Array | null> {
  const file = await env.PROOF.get(`log/${path}`);
  return file && new Uint8Array(await file.arrayBuffer());
}

async function readLogText(path: string): Promise<string> {
  const bytes = await readLogBytes(path);
  if (!bytes) throw new Error(`the log has no ${path}`);
  return new TextDecoder().decode(bytes);
}

/** The checkpoint, its signature verified with the key that is published. */
export async function readSignedHead() {
  const key = readVerifierKey((await readLogText("key")).trim(), hashBytes);
  const head = readCheckpoint(await readLogText("checkpoint"));
  if (!key || !head) throw new Error("no key or no checkpoint");
  const [signed] = head.signatures;
  const publicKey = await crypto.subtle.importKey("raw", new Uint8Array(key.publicKey), "Ed25519", false, ["verify"]);
  const text = new TextEncoder().encode(head.text);
  const isSigned =
    signed !== undefined &&
    signed.name === key.name &&
    signed.keyId.join() === key.keyId.join() &&
    (await crypto.subtle.verify("Ed25519", publicKey, new Uint8Array(signed.signature), text));
  return { ...head, isSigned };
}

/** The entries as anybody reads them from the files of a log of this size. */
export async function readEntries(size: number): Promise<string[]> {
  const entries: string[] = [];
  for (const { index, width } of newTiles(0, size).filter(({ level }) => level === 0)) {
    const bytes = (await readLogBytes(tilePath({ level: "entries", index, width }))) ?? new Uint8Array();
    for (let at = 0; at < bytes.length;) {
      const length = (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
      entries.push(new TextDecoder().decode(bytes.subarray(at + 2, at + 2 + length)));
      at += 2 + length;
    }
  }
  return entries;
}
