import { generateKeyPairSync } from "node:crypto";
import {
  headText,
  keyIdOf,
  type NoteSignature,
  type SignatureKind,
  signedNote,
  verifierKey,
} from "~/domain/log/checkpoint";
import { entryText, type LogEntry } from "~/domain/log/log-entries";
import { writeLogProof } from "~/domain/log/log-proof";
import { inclusionRanges } from "~/domain/log/merkle";
import { readLogKeys } from "~/server/log-keys";
import { hashBytes, LogTree } from "../../support/log-tree";

// Logs of any size and the proofs of what is in them, as the product makes both.

export const ORIGIN = "dunnage.example/log";
const utf8 = new TextEncoder();

const cosignedText = (text: string, atSeconds: number) => `cosignature/v1\ntime ${atSeconds}\n${text}`;

/** A witness's signature begins with its time, eight bytes of seconds. */
function cosignature(atSeconds: number, signature: Uint8Array): Uint8Array {
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigUint64(0, BigInt(atSeconds));
  return Uint8Array.of(...time, ...signature);
}

export async function makeSigner(name = ORIGIN, kind: SignatureKind = 1) {
  const pkcs8 = generateKeyPairSync("ed25519").privateKey.export({ format: "der", type: "pkcs8" });
  const [{ publicKey, sign }] = await readLogKeys(pkcs8.toString("base64"));
  const keyId = keyIdOf(name, kind, publicKey, hashBytes);
  return {
    key: verifierKey(name, kind, publicKey, hashBytes),
    async sign(text: string, atSeconds = 1_790_000_000): Promise<NoteSignature> {
      const signature =
        kind === 1 ? await sign(text) : cosignature(atSeconds, await sign(cosignedText(text, atSeconds)));
      return { name, keyId, signature };
    },
  };
}

export type Signer = Awaited<ReturnType<typeof makeSigner>>;

export const markOf = (number: number) => number.toString(16).padStart(12, "0");
export const certificateEntry = (number: number): LogEntry => ({
  ...{ day: "2026-11-23", event: "issued" },
  mark: markOf(number),
});
export const entryBytes = (number: number) => utf8.encode(entryText(certificateEntry(number)));

export const logOf = (size: number) => new LogTree().grow(size, entryBytes);

export async function checkpointOf(log: LogTree, signers: readonly Signer[], origin = ORIGIN): Promise<string> {
  const text = headText({ origin, size: log.size, root: log.root() });
  return signedNote(text, await Promise.all(signers.map((one) => one.sign(text))));
}

export const proofOf = (log: LogTree, index: number, checkpoint: string, entry = entryBytes(index)): string =>
  writeLogProof({ entry, index, hashes: log.hashes(inclusionRanges(index, log.size)), checkpoint });
