import type { RequestContext } from "./context";
import { hasSameTag, tagOf } from "./entity-tag";

// Public pages that read the database are the same for every visitor: Cloudflare's cache keeps each for a minute by the request's clock,
// which a local run can move, and for a day in case a page cannot be drawn.

const FRESH_MS = 60_000;
const KEPT_S = 86_400;
const DRAWN_AT = "X-Drawn-At-Ms";

/** @param reads the parameters that the page reads; undefined: it is drawn each time. A query of anything else is not kept. */
export const isOfMinute = ({ searchParams }: URL, reads: readonly string[] | undefined): boolean =>
  reads !== undefined &&
  [...searchParams].every(([name, value]) => reads.includes(name) && /^[\w-]{1,60}$/.test(value));

export async function fromMinuteCache(
  request: Request,
  { config, nowMs, waitUntil }: Pick<RequestContext, "config" | "nowMs" | "waitUntil">,
  draw: (plain: Request) => Promise<Response>,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const plain = new Request(`${config.APP_ORIGIN}${pathname}${search}`);
  const { default: cache } = caches as CacheStorage & { default: Cache };
  const kept = await cache.match(plain);
  const ageMs = nowMs() - Number(kept?.headers.get(DRAWN_AT));
  if (kept && ageMs >= 0 && ageMs < FRESH_MS) return answer(request, kept);
  const drawn = await draw(plain);
  if (drawn.status !== 200) return kept && drawn.status >= 500 ? answer(request, kept) : drawn;
  const html = await drawn.text();
  const copy = new Response(html, drawn);
  copy.headers.set("ETag", tagOf(html));
  copy.headers.set("Cache-Control", `public, s-maxage=${KEPT_S}`);
  copy.headers.set(DRAWN_AT, String(nowMs()));
  copy.headers.delete("Set-Cookie");
  waitUntil(cache.put(plain, copy.clone()));
  return answer(request, copy);
}

function answer(request: Request, kept: Response): Response {
  const tag = kept.headers.get("ETag") ?? "";
  const page = hasSameTag(request, tag)
    ? new Response(null, { status: 304, headers: kept.headers })
    : new Response(kept.body, kept);
  page.headers.delete(DRAWN_AT);
  page.headers.delete("Age");
  page.headers.delete("CF-Cache-Status");
  // Visitors ask each time, and mostly hear that nothing has changed.
  page.headers.set("Cache-Control", "private, no-cache");
  return page;
}
