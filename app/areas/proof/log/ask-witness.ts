import { sql } from "drizzle-orm";
import { runWork, row, writes } from "~/db/work";
import { toHex } from "~/domain/hex";
import { readCheckpoint, type SignedHead, toBase64 } from "~/domain/log/checkpoint";
import { consistencyRanges } from "~/domain/log/merkle";
import { readWitnesses, type Witness } from "~/domain/log/witnesses";
import { keepDeadLetter } from "~/core/ledger/dead-letter";
import { UnknownWork } from "~/core/outbox/kinds";
import { type WitnessAnswer, type WitnessCaller, WitnessError } from "~/integrations/witnesses/port";
import { findCosignature, publishCheckpoint } from "./inside/cosignatures";
import { hashTree } from "./inside/hash-tree";
import type { LogDeps } from "./log-deps";

export type AskWitnessDeps = Pick<LogDeps, "db" | "nowMs" | "log" | "proof" | "hashBytes"> & {
  witnesses: WitnessCaller;
};

type StoredHead = {
  size: number;
  checkpoint: string;
  signedAtMs: number;
  list: string;
  isCosigned: 0 | 1;
  /** Of the last one that this witness signed. */
  lastSize: number | null;
};

/** How soon a witness that publishes what it signs by itself is looked at again. */
const PAUSE_MS = 30 * 60_000;
/** By then it should have signed: a little before the next checkpoint. */
const PATIENCE_MS = 20 * 3_600_000;

/**
 * Has a witness sign the newest checkpoint, and publishes its signature on it. A witness that will not sign is an alarm: a dead letter, and
 * a line of the log. A checkpoint that is no longer the newest is left alone, because a witness never goes back.
 * @param subjectId SIZE:NAME+ID
 * @throws WitnessError if it cannot be reached
 */
export async function askWitness(deps: AskWitnessDeps, subjectId: string): Promise<string | { againAtMs: number }> {
  const { db, hashBytes } = deps;
  const [, digits, id] = /^(\d+):(.+)$/.exec(subjectId) ?? [];
  if (digits === undefined || id === undefined) throw new UnknownWork(`ask-witness ${subjectId}`);
  const found = await runWork(
    db,
    row(
      db.all<StoredHead>(sql`SELECT size, checkpoint, signed_at_ms AS signedAtMs,
        (SELECT text FROM settings WHERE key = 'witnesses') AS list,
        EXISTS (SELECT 1 FROM log_cosignatures AS own WHERE own.size = heads.size AND own.witness = ${id}) AS isCosigned,
        (SELECT max(size) FROM (SELECT size, witness FROM log_cosignatures ORDER BY size DESC LIMIT 64) WHERE witness = ${id}) AS lastSize
      FROM log_heads AS heads ORDER BY size DESC LIMIT 1`),
    ),
  );
  if (found?.size !== Number(digits)) return "newer-checkpoint";
  const witness = readWitnesses(found.list, hashBytes)?.find((one) => one.id === id);
  if (!witness) return "no-longer-asked";
  const head = readCheckpoint(found.checkpoint);
  if (!head) throw new Error("a checkpoint of ours cannot be read");
  if (found.isCosigned === 0) {
    const answer = await takeAnswer(deps, { witness, head, old: found.lastSize ?? 0 });
    if (answer.says === "not-yet") {
      const againAtMs = deps.nowMs() + PAUSE_MS;
      return againAtMs < found.signedAtMs + PATIENCE_MS ? { againAtMs } : refuse(deps, witness, head, answer.code);
    }
    if (answer.says === "refused") return refuse(deps, witness, head, answer.code);
    const { lines } = answer;
    const cosigned = await findCosignature(witness, head, { lines, nowMs: deps.nowMs() });
    if (!cosigned) return refuse(deps, witness, head, "not-genuine");
    await db.run(sql`INSERT INTO log_cosignatures (size, witness, line, cosigned_at_ms)
      VALUES (${head.size}, ${id}, ${cosigned.line}, ${cosigned.atMs}) ON CONFLICT DO NOTHING`);
  }
  await publishCheckpoint(deps);
  return "cosigned";
}

type WitnessRequest = { witness: Witness; head: SignedHead; old: number };
type Taken =
  Extract<WitnessAnswer, { says: "signed" }> | { says: "refused"; code: string } | { says: "not-yet"; code: string };

/** Sends the checkpoint; where the witness remembers another one than we do, once more from there. */
async function takeAnswer(deps: AskWitnessDeps, { witness, head, old }: WitnessRequest): Promise<Taken> {
  const first = await send(deps, { witness, head, old });
  const answer =
    first.says === "other-size" && first.size <= head.size
      ? await send(deps, { witness, head, old: first.size })
      : first;
  if (answer.says === "signed") return answer;
  if (answer.says === "fork") return { says: "refused", code: "fork" };
  if (answer.says === "not-taken") return (await readPublished(deps, witness, head)) ?? { ...answer, says: "not-yet" };
  // It has signed more than we have published: another log under our name, or ours has gone back.
  if (answer.size > head.size) return { says: "refused", code: "ahead" };
  throw new WitnessError("names another size each time");
}

async function send(deps: AskWitnessDeps, { witness, head, old }: WitnessRequest): Promise<WitnessAnswer> {
  const ranges = old === 0 || old >= head.size ? [] : consistencyRanges(old, head.size);
  const proof = await hashTree(deps, ranges, head.size);
  const lines = proof.map((hash) => `${toBase64(hash)}\n`).join("");
  return deps.witnesses.addCheckpoint(witness.address, `old ${old}\n${lines}\n${head.note}`);
}

/** From a witness that fetches checkpoints by itself: what it has published. @returns null: not this checkpoint yet */
async function readPublished(deps: AskWitnessDeps, { address }: Witness, head: SignedHead): Promise<Taken | null> {
  const originHash = toHex(deps.hashBytes(new TextEncoder().encode(head.origin)));
  const note = await deps.witnesses.readCheckpoint(address, originHash);
  const seen = note === null ? null : readCheckpoint(note);
  if (!note || !seen || seen.origin !== head.origin || seen.size < head.size) return null;
  if (seen.size > head.size) return { says: "refused", code: "ahead" };
  if (seen.text !== head.text) return { says: "refused", code: "fork" };
  return { says: "signed", lines: note.slice(note.lastIndexOf("\n\n") + 2) };
}

async function refuse(deps: AskWitnessDeps, { id }: Witness, { size }: SignedHead, code: string): Promise<string> {
  const { db, nowMs, log } = deps;
  const body = { witness: id, size: String(size) };
  const letter = { id: `witness:${size}:${id}`, origin: "witness", body, error: code, nowMs: nowMs() } as const;
  await runWork(db, writes(keepDeadLetter(db, letter, "reopens")));
  log("witness-refused", { code, count: size, outcome: id });
  return `refused-${code}`;
}
