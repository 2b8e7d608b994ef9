// The edge of Stripe's API: authentication, version, encoding and idempotency key.
import type { Deps } from "../deps";
import { bearer, json, readText } from "../http";
import { randomToken } from "../random";
import { findCall } from "./calls";
import { failure, invalidRequest, problemBody, StripeProblem } from "./errors";
import { canonicalForm, parseForm } from "./form";
import { once } from "./idempotency";
import { STRIPE_VERSION } from "./version";

/** `pause` is the requested delay; it passes while the idempotency key is held. */
export async function handleStripe(request: Request, deps: Deps, pause: () => Promise<void>): Promise<Response> {
  const arrivedMs = deps.nowMs();
  const key = request.method === "POST" ? request.headers.get("idempotency-key") : null;
  const headers: Record<string, string> = { ...requestIdHeader(deps), "stripe-version": STRIPE_VERSION };
  if (key) headers["idempotency-key"] = key;
  try {
    const url = new URL(request.url);
    const { STRIPE_SECRET_KEY, STRIPE_IDENTITY_KEY } = deps.config;
    const reads = request.method === "GET" && url.pathname.startsWith("/v1/identity/");
    const isRestricted = reads && bearer(request) === STRIPE_IDENTITY_KEY;
    checkCaller(request, isRestricted ? STRIPE_IDENTITY_KEY : STRIPE_SECRET_KEY);
    const { call, id } = findCall(request.method, url.pathname);
    const form = parseForm(request.method === "GET" ? url.search : await readFormBody(request));
    const sameness = JSON.stringify([request.method, url.pathname, canonicalForm(form)]);
    const answer = await once(deps, key, sameness, pause, () => call(deps, { form, id, arrivedMs, isRestricted }));
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
