import { retryAfter } from "./login-form";

/** The page for it is the error page; in the API it is a problem in JSON. */
export function tooMany(waitMs: number): Response {
  return new Response(null, { status: 429, statusText: "Too Many Requests", headers: retryAfter(waitMs) });
}

export const isTooMany = (thrown: unknown): thrown is Response => thrown instanceof Response && thrown.status === 429;

export const refusedAs = ({ status, headers }: Response): ResponseInit => ({
  status,
  headers: { "Retry-After": headers.get("Retry-After") ?? "60" },
});
