import type { RequestContext } from "./context";
import type { AppConfig } from "./env";
import { isKnownVisitor } from "./known-visitor";

// How far the database had come when this browser last wrote to it, or last saw a payment settled: what it reads from a copy of
// the database is never older. Copies lag by seconds, so the cookie is short-lived. It names nothing and grants nothing.

const LIFE_S = 300;
/** Settlement writes in a Worker of its own, so the page that waits for it notes how far the database is, as every form does. */
const WAITS_FOR_OTHERS = "/payment-success";
const BOOKMARK = /(?:^|;\s*)(?:__Host-)?bookmark=([0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32})(?:;|$)/;

export function readBookmark(request: Request): string | null {
  return BOOKMARK.exec(request.headers.get("Cookie") ?? "")?.[1] ?? null;
}

/** Whether the answer to this request can carry a bookmark: it goes to a browser that has signed in. */
export function canBookmark(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return (request.method === "POST" || pathname === WAITS_FOR_OTHERS) && isKnownVisitor(request);
}

/** A Set-Cookie value, if anything was written or seen that a copy may not have yet; null otherwise. */
export function keepBookmark(request: Request, { config, trips }: RequestContext): string | null {
  if (!trips.bookmark || (request.method === "POST" && trips.rowsWritten === 0)) return null;
  return bookmarkCookie(config, trips.bookmark);
}

function bookmarkCookie({ ENVIRONMENT }: Pick<AppConfig, "ENVIRONMENT">, bookmark: string): string | null {
  const [prefix, secure] = ENVIRONMENT === "production" ? ["__Host-", "; Secure"] : ["", ""];
  const cookie = `${prefix}bookmark=${bookmark}`;
  return BOOKMARK.test(cookie) ? `${cookie}; Max-Age=${LIFE_S}; Path=/; HttpOnly${secure}; SameSite=Lax` : null;
}
