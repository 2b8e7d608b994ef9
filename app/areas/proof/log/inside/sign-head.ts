import { sql } from "drizzle-orm";
import { headText, keyIdOf, signedNote, toBase64, verifierKey } from "~/domain/log/checkpoint";
import { CHECKPOINT_KEY, type LogDeps, logOrigin, VERIFIER_KEYS_KEY } from "../log-deps";
import { hashTree } from "./hash-tree";
import { isAsItWas, keepLogWork, type KeptWork, type LogHead, type LogProgress } from "./log-work";

/**
 * Signs the root of this size and publishes it, unless the tree no longer begins with what was signed before: that would be a fork, and
 * nothing is signed until somebody has looked. The row comes before the file, so that no checkpoint is out that we have forgotten.
 * @returns false if another run was first
 * @throws Error if what is published is not what was signed
 */
export async function signHead(
  deps: LogDeps,
  work: KeptWork,
  from: Extract<LogProgress, { step: "head" }>,
): Promise<boolean> {
  const { db, proof, nowMs } = deps;
  const { date, cursors, size } = from;
  const head = work.head?.date === date ? work.head : await makeHead(deps, work, from);
  await db.run(sql`INSERT INTO log_heads (size, date, root, checkpoint, signed_at_ms)
    SELECT ${size}, ${date}, ${head.root}, ${head.checkpoint}, ${nowMs()} WHERE ${isAsItWas(work)} AND NOT EXISTS (SELECT 1 FROM log_heads WHERE date = ${date})`);
  const asText = { httpMetadata: { contentType: "text/plain; charset=utf-8" } };
  await proof.put(VERIFIER_KEYS_KEY, await verifierKeys(deps), asText);
  await publishCheckpoint(deps);
  const kept = await keepLogWork(db, work, { date, cursors, step: "idle" });
  deps.log("log-signed", { code: date, count: size, outcome: head.root });
  return kept !== null;
}

async function makeHead(
  deps: LogDeps,
  { head }: KeptWork,
  { date, size }: { date: string; size: number },
): Promise<LogHead> {
  const ranges = [{ from: 0, to: size }, ...(head ? [{ from: 0, to: head.size }] : [])];
  const [root, before] = await hashTree(deps, ranges, size);
  if (!root) throw new Error("the log is empty");
  if (head && (!before || toBase64(before) !== head.root))
    throw new Error(`the first ${head.size} entries of the log are not those that were signed for ${head.date}`);
  const name = logOrigin(deps.origin);
  const text = headText({ origin: name, size, root });
  const signatures = (await deps.logKeys()).map(async ({ publicKey, sign }) => ({
    name,
    keyId: keyIdOf(name, 1, publicKey, deps.hashBytes),
    signature: await sign(text),
  }));
  return { size, date, root: toBase64(root), checkpoint: signedNote(text, await Promise.all(signatures)) };
}

/** A line a key, the present one first. */
async function verifierKeys({ logKeys, origin, hashBytes }: LogDeps): Promise<string> {
  const keys = await logKeys();
  return keys.map(({ publicKey }) => `${verifierKey(logOrigin(origin), 1, publicKey, hashBytes)}\n`).join("");
}

/** Runs that publish it at the same moment: more is not to be expected. */
const MOST_TRIES = 8;

/** Publishes the newest checkpoint. A run that finds the file changed reads again what is newest, so no older one takes its place. */
async function publishCheckpoint({ db, proof }: Pick<LogDeps, "db" | "proof">): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const published = await proof.get(CHECKPOINT_KEY);
    const [newest] = await db.all<{ checkpoint: string }>(
      sql`SELECT checkpoint FROM log_heads ORDER BY size DESC LIMIT 1`,
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
