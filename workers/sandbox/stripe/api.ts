// The edge of Stripe's API: authentication, version, encoding and idempotency key.
import type { Deps } from "../deps";
import { bearer, json, readText } from "../http";
import { randomToken } from "../random";
import { sha256Hex } from "../signing";
import { findCall } from "./calls";
import { failure, invalidRequest, problemBody, StripeProblem } from "./errors";
import { canonicalForm, parseForm } from "./form";
import { STRIPE_VERSION } from "./version";

// One effect per Idempotency-Key: the first answer is kept and returned again; refused requests leave no trace.

declare module "../store/store" {
  interface Documents {
    "stripe.answer": SavedAnswer;
  }
}

type SavedAnswer = { fingerprint: string; status: number; body: string };

const KEEP_MS = 86_400_000;

type Keyed = { status: number; body: string; replayed: boolean };

/**
 * `run` must check, act and answer without awaiting, so that effect and answer are stored together.
 * @throws StripeProblem for a bad key, another request under the same key, or one still running
 */
async function once(
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

/** `pause` is the requested delay; it passes while the idempotency key is held. */
export async function handleStripe(request: Request, deps: Deps, pause: () => Promise<void>): Promise<Response> {
  const arrivedMs = deps.nowMs();
  const key = request.method === "POST" ? request.headers.get("idempotency-key") : null;
  const headers: Record<string, string> = { ...requestIdHeader(deps), "stripe-version": STRIPE_VERSION };
  if (key) headers["idempotency-key"] = key;
  try {
    const url = new URL(request.url);
    checkCaller(request, deps.config.STRIPE_SECRET_KEY);
    const { call, id } = findCall(request.method, url.pathname);
    const form = parseForm(request.method === "GET" ? url.search : await readFormBody(request));
    const sameness = JSON.stringify([request.method, url.pathname, canonicalForm(form)]);
    const answer = await once(deps, key, sameness, pause, () => call(deps, { form, id, arrivedMs }));
    if (answer.replayed) headers["idempotent-replayed"] = "true";
    return new Response(answer.body, {
      status: answer.status,
      headers: { ...headers, "content-type": "application/json" },
    });
  } catch (problem) {
    if (problem instanceof StripeProblem) return json(problemBody(problem), problem.status, headers);
    throw problem;
  }
}

export function failStripe(deps: Pick<Deps, "randomBytes">, status: number): Response {
  return failure(status, requestIdHeader(deps)["request-id"]);
}

function requestIdHeader(deps: Pick<Deps, "randomBytes">): { "request-id": string } {
  return { "request-id": `req_${randomToken(deps.randomBytes, 14)}` };
}

function checkCaller(request: Request, secretKey: string): void {
  const key = bearer(request);
  if (key === null) {
    throw invalidRequest("You did not provide an API key. Provide it in the Authorization header, using Bearer auth.", {
      status: 401,
    });
  }
  if (key !== secretKey) throw invalidRequest("Invalid API Key provided.", { status: 401 });
  const version = request.headers.get("stripe-version");
  if (version !== STRIPE_VERSION) {
    throw invalidRequest(
      `Invalid Stripe API version: ${version ?? "none given"}. The sandbox speaks ${STRIPE_VERSION} only.`,
    );
  }
}

async function readFormBody(request: Request): Promise<string> {
  const body = await readText(request);
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim();
  if (body !== "" && type !== "application/x-www-form-urlencoded") {
    throw invalidRequest(
      `Invalid request (unsupported content type: ${type || "none"}). Use application/x-www-form-urlencoded.`,
    );
  }
  return body;
}
