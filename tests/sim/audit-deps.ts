import { createHash } from "node:crypto";
import type { AuditDeps } from "~/areas/proof/audit-steps";
import { createDatabase } from "~/db/client";
import { tryAgain } from "~/db/wrap-d1";
import type { Shop } from "./shop";
import { D1_ERRORS, createD1 } from "./sqlite-d1";
import type { Invocation } from "./world";

/** What an audit needs, where nothing goes wrong and no time passes. */
export function calmAuditDeps({ store, proof, bucket }: Shop, nowMs: number): AuditDeps {
  return {
    db: createDatabase(createD1(store, (_, effect) => Promise.resolve().then(effect))),
    nowMs: () => nowMs,
    log: () => undefined,
    proof: proof.calm(),
    certificates: bucket.calm(),
    signLink: (text) => Promise.resolve(text.padEnd(32, "0")),
    signingKeys,
  } as Partial<AuditDeps> as AuditDeps;
}

/** The same as one run of the timer has it: each call is a step that may fail, or end the run. */
export function auditDepsOf({ store, proof, bucket, world }: Shop, invocation: Invocation): AuditDeps {
  const d1 = createD1(store, (name, effect) =>
    world.step(invocation, { kind: "d1", name, effect, error: () => new Error(D1_ERRORS.passing) }),
  );
  return {
    db: createDatabase(tryAgain(d1, (ms) => world.sleepIn(invocation, ms))),
    nowMs: () => world.nowMs,
    log: () => undefined,
    proof: proof.seenBy(invocation),
    certificates: bucket.seenBy(invocation),
    signLink: (text) => Promise.resolve(text.padEnd(32, "0")),
    signingKeys,
  } as Partial<AuditDeps> as AuditDeps;
}

/** Not Ed25519, which takes its time: here it is enough that the same text has the same signature. */
const signingKeys: AuditDeps["signingKeys"] = () =>
  Promise.resolve([
    {
      publicKey: new Uint8Array(32),
      sign: (text) => Promise.resolve(new Uint8Array(Buffer.from(hexDigest(Buffer.from(text)).repeat(2), "hex"))),
    },
  ]);

/**
 * Makes digests resolve at once instead of on another thread: otherwise the machine, not the seed, would decide when
 * they do.
 * @returns a function that restores the real one
 */
export function digestAtOnce(): () => void {
  const digest = (algorithm: string | { name: string }, data: ArrayBuffer | ArrayBufferView): Promise<ArrayBuffer> => {
    const name = (typeof algorithm === "string" ? algorithm : algorithm.name).replace("-", "").toLowerCase();
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);
    return Promise.resolve(new Uint8Array(createHash(name).update(bytes).digest()).buffer);
  };
  Object.defineProperty(crypto.subtle, "digest", { value: digest, configurable: true });
  return () => void Reflect.deleteProperty(crypto.subtle, "digest");
}

export function hexDigest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
