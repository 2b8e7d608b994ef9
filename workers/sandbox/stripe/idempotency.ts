// One effect per Idempotency-Key: the first answer is kept and returned again; refused requests leave no trace.
import type { Deps } from "../deps";
import { sha256Hex } from "../signing";
import { StripeProblem } from "./errors";

declare module "../store/store" {
  interface Documents {
    "stripe.answer": SavedAnswer;
  }
}

type SavedAnswer = { fingerprint: string; status: number; body: string };

const KEEP_MS = 86_400_000;

export type Keyed = { status: number; body: string; replayed: boolean };

/**
 * `run` must check, act and answer without awaiting, so that effect and answer are stored together.
 * @throws StripeProblem for a bad key, another request under the same key, or one still running
 */
export async function once(
  deps: Pick<Deps, "store" | "nowMs" | "inFlight">,
  key: string | null,
  request: string,
  pause: () => Promise<void>,
  run: () => unknown,
): Promise<Keyed> {
  if (key === null) {
    await pause();
    return { status: 200, body: JSON.stringify(run()), replayed: false };
  }
  if (key.length === 0 || key.length > 255) {
    throw idempotencyError(400, "Idempotency keys must be between 1 and 255 characters long.");
  }
  const fingerprint = await sha256Hex(request);
  const saved = deps.store.get("stripe.answer", key);
  if (saved) {
    if (saved.fingerprint !== fingerprint)
      throw idempotencyError(
        400,
        MISMATCH.replace("KEY", () => key),
      );
    return { status: saved.status, body: saved.body, replayed: true };
  }
  if (deps.inFlight.has(key))
    throw idempotencyError(
      409,
      IN_USE.replace("KEY", () => key),
      "idempotency_key_in_use",
    );
  deps.inFlight.add(key);
  try {
    await pause();
    const body = JSON.stringify(run());
    deps.store.put("stripe.answer", key, { fingerprint, status: 200, body }, { dueMs: deps.nowMs() + KEEP_MS });
    return { status: 200, body, replayed: false };
  } finally {
    deps.inFlight.delete(key);
  }
}

const MISMATCH =
  "Keys for idempotent requests can only be used with the same parameters they were first used with. " +
  "Try using a key other than 'KEY' if you meant to execute a different request.";
const IN_USE =
  "There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, " +
  "and the other request is still going through): KEY. Please try again later.";

function idempotencyError(status: number, message: string, code?: string): StripeProblem {
  return new StripeProblem(status, { type: "idempotency_error", message, ...(code && { code }) });
}
