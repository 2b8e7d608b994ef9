import { type SQL, sql } from "drizzle-orm";
import { cosignedText, readCosignature, readSignatures, signatureLine, type TreeHead } from "~/domain/log/checkpoint";
import type { Witness } from "~/domain/log/witnesses";
import { CHECKPOINT_KEY, type LogDeps } from "../log-deps";

// What witnesses signed: lines that stand below our own signature on a checkpoint.

/** In SQL, of the row `heads`: its checkpoint with all that witnesses signed of it. */
export const cosignedCheckpoint = sql`(heads.checkpoint || coalesce((SELECT group_concat(line, '') FROM
  (SELECT line FROM log_cosignatures WHERE log_cosignatures.size = heads.size ORDER BY witness)), ''))`;

/** In SQL: the size of the newest checkpoint that counts this entry and that a witness signed; if there is none, of the newest. */
export const bestHeadFor = (place: SQL) => sql`coalesce(
  (SELECT size FROM log_cosignatures WHERE size > ${place} ORDER BY size DESC LIMIT 1), (SELECT max(size) FROM log_heads))`;

const A_MOMENT_MS = 3_600_000;

/** Finds the witness's genuine signature of a checkpoint. @returns null if it is not there, or is not genuine */
export async function findCosignature(
  { key }: Witness,
  { text }: TreeHead & { text: string },
  { lines, nowMs }: { lines: string; nowMs: number },
): Promise<{ line: string; atMs: number } | null> {
  const signed = readSignatures(lines)?.find(
    ({ name, keyId }) => name === key.name && keyId.join() === key.keyId.join(),
  );
  const read = signed && readCosignature(signed.signature);
  if (!read || read.atSeconds * 1000 > nowMs + A_MOMENT_MS) return null;
  const publicKey = await crypto.subtle.importKey("raw", new Uint8Array(key.publicKey), "Ed25519", false, ["verify"]);
  const message = new TextEncoder().encode(cosignedText(text, read.atSeconds));
  const isGenuine = await crypto.subtle.verify("Ed25519", publicKey, new Uint8Array(read.signature), message);
  return isGenuine ? { line: signatureLine(signed), atMs: read.atSeconds * 1000 } : null;
}

/** Others who publish it at the same moment: more is not to be expected. */
const MOST_TRIES = 8;

/**
 * Publishes the newest checkpoint with what witnesses signed of it. Whoever comes second finds the file changed and looks again at what
 * there is: no older checkpoint, and none with fewer signatures, takes the place of a newer one.
 */
export async function publishCheckpoint({ db, proof }: Pick<LogDeps, "db" | "proof">): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const published = await proof.get(CHECKPOINT_KEY);
    const [newest] = await db.all<{ checkpoint: string }>(
      sql`SELECT ${cosignedCheckpoint} AS checkpoint FROM log_heads AS heads ORDER BY size DESC LIMIT 1`,
    );
    if (!newest || (published && (await published.text()) === newest.checkpoint)) return;
    const kept = await proof.put(CHECKPOINT_KEY, newest.checkpoint, {
      httpMetadata: { contentType: "text/plain; charset=utf-8" },
      onlyIf: published ? { etagMatches: published.etag } : { etagDoesNotMatch: "*" },
    });
    // What a conditional put answers if the file is another one by now.
    if ((kept as R2Object | null) !== null) return;
  }
  throw new Error("the checkpoint could not be published");
}
