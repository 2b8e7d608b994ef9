import type { AppLoadContext } from "@remix-run/cloudflare";
import { nameBrowser } from "./browser-cookie";
import type { AppConfig } from "./env";

// Pages that are the same for everyone who comes without a cookie: drawn once per isolate, then answered from memory. They are drawn for a
// request that identifies no one; only the cookie that names a new browser is made for each visitor.

/** By path: the queries that a link of ours has. Any other is drawn afresh, so that what is kept stays a handful. */
const QUERIES: ReadonlyMap<string, readonly string[]> = new Map([
  ["/get-started", ["", "?mode=login", "?mode=sign-up"]],
]);

type Drawn = { headers: Headers; body: ArrayBuffer };
type Draw = () => Promise<Response>;

export function createDrawnPages() {
  const byConfig = new WeakMap<AppConfig, Map<string, Drawn>>();

  function keptFor(config: AppConfig): Map<string, Drawn> {
    const known = byConfig.get(config) ?? new Map<string, Drawn>();
    byConfig.set(config, known);
    return known;
  }

  /** @param draw answers as if nothing were kept */
  return async (request: Request, url: URL, context: AppLoadContext, draw: Draw): Promise<Response> => {
    if (!isSameForAll(request, url)) return draw();
    const kept = keptFor(context.config);
    const path = url.pathname + url.search;
    const known = kept.get(path);
    if (known) return answerKept(known, { request, context });
    const drawn = await draw();
    if (drawn.status !== 200) return drawn;
    const body = await drawn.arrayBuffer();
    const headers = new Headers(drawn.headers);
    headers.delete("Set-Cookie");
    kept.set(path, { headers, body });
    return new Response(body, drawn);
  };
}

function isSameForAll(request: Request, { pathname, search }: URL): boolean {
  if (request.method !== "GET" || request.headers.has("Cookie")) return false;
  return QUERIES.get(pathname)?.includes(search) === true;
}

async function answerKept(
  { headers, body }: Drawn,
  args: { request: Request; context: AppLoadContext },
): Promise<Response> {
  const answer = new Response(body, { headers });
  const name = await nameBrowser(args);
  if (name) answer.headers.append("Set-Cookie", name);
  return answer;
}
