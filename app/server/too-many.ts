import { messages } from "~/content/messages";
import type { RequestContext } from "./context";
import { retryAfter } from "./login-form";

/** The page for it is the error page; in the API it is a problem in JSON. */
export function tooMany(waitMs: number): Response {
  return new Response(null, { status: 429, statusText: "Too Many Requests", headers: retryAfter(waitMs) });
}

/**
 * What a form of the viewer's details says if it could not be saved.
 * @throws any other Response
 */
export function notSaved({ log, requestId }: RequestContext, thrown: unknown): { alert: string; init: ResponseInit } {
  if (thrown instanceof Response && thrown.status === 429) {
    const headers = { "Retry-After": thrown.headers.get("Retry-After") ?? "60" };
    return { alert: messages.tooManyRequests, init: { status: 429, headers } };
  }
  if (thrown instanceof Response) throw thrown;
  log("details-not-saved", { requestId, error: thrown instanceof Error ? thrown.name : "?" });
  return { alert: messages.somethingWrong, init: { status: 500 } };
}
