import { createDatabase } from "~/db/client";
import { tryAgain } from "~/db/wrap-d1";
import type { AuditDeps } from "~/areas/proof/audit-steps";
import type { Shop } from "./shop";
import { createD1, D1_ERRORS } from "./sqlite-d1";
import { hexDigest } from "./sync-digest";
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
