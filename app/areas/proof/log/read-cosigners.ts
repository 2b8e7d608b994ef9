import { readCheckpoint, readCosignature } from "~/domain/log/checkpoint";
import { CHECKPOINT_KEY } from "./log-deps";

/** Who signed the newest checkpoint beside us, and when, as they say. */
export type Cosigners = { /** Entries. */ size: number; witnesses: { name: string; atMs: number }[] };

/** One read of a published file, whose signatures were verified before it was published. @returns null without a log */
export async function readCosigners({ proof }: { proof: R2Bucket }): Promise<Cosigners | null> {
  const file = await proof.get(CHECKPOINT_KEY);
  const head = file && readCheckpoint(await file.text());
  if (!head) return null;
  const witnesses = head.signatures.flatMap(({ name, signature }) => {
    const read = readCosignature(signature);
    return read ? [{ name, atMs: read.atSeconds * 1000 }] : [];
  });
  return { size: head.size, witnesses };
}
