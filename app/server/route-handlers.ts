import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";

type Routes = Record<string, PathRoute | undefined>;
type PathRoute = { id: string; parentId?: string; path?: string; index?: boolean };

function leavesOf(routes: Routes): PathRoute[] {
  const all = Object.values(routes).filter((route) => route !== undefined);
  const parents = new Set(all.map(({ parentId }) => parentId));
  return all.filter(({ id, parentId }) => parentId === "root" && !parents.has(id));
}

function uniqueBy(routes: readonly PathRoute[], keyOf: (path: string) => string | null): Map<string, string> {
  const found = new Map<string, string>();
  const twice = new Set<string>();
  for (const { id, path = "" } of routes) {
    const key = keyOf(`/${path}`);
    if (key === null) continue;
    if (found.has(key)) twice.add(key);
    found.set(key, id);
  }
  for (const key of twice) found.delete(key);
  return found;
}

/**
 * The routes that a path names exactly: without parameters.
 * @returns the route's id by its path
 */
export function plainRoutesOf(routes: Routes): Map<string, string> {
  return uniqueBy(leavesOf(routes), (path) => (/^[\w./-]+$/.test(path) ? path : null));
}

/**
 * The routes that take whatever comes behind a plain path: one part (`/stakes/:id`) or all of it (`/api/*`).
 * @returns the route's id by that path with its slash, and by that path with '/*'
 */
export function openRoutesOf(routes: Routes): Map<string, string> {
  const leaves = leavesOf(routes);
  const paths = Object.values(routes).map((route) => `/${route?.path ?? ""}`);
  const found = uniqueBy(leaves, (path) => {
    const [, before, last] = OPEN.exec(path) ?? [];
    if (before === undefined) return null;
    if (last !== "*") return before;
    return paths.some((other) => other !== path && other.startsWith(before)) ? null : `${before}*`;
  });
  // A part with more to it than a parameter, such as ':list.csv', keeps others off its place and is found by Remix itself.
  const whole = leaves.filter(({ path = "" }) => /(^|\/)(:\w+|\*)$/.test(path)).map(({ id }) => id);
  return new Map([...found].filter(([, id]) => whole.includes(id)));
}

const OPEN = /^((?:\/[\w.-]+)+\/)([^/]*:[^/]*|\*)$/;

/** So that no letter case and no encoding is left to Remix's matching. */
const PLAIN_PART = /^[a-z0-9_-][a-z0-9_.-]*$/;
const PLAIN_REST = /^[a-z0-9_-][a-z0-9_.-]*(?:\/[a-z0-9_-][a-z0-9_.-]*)*$/;

export function createRouteFinder(routes: Routes): (pathname: string) => string | undefined {
  const plain = plainRoutesOf(routes);
  const open = openRoutesOf(routes);
  const rests = [...open].flatMap(([key, id]) => (key.endsWith("*") ? [{ before: key.slice(0, -1), id }] : []));
  return (pathname) => {
    const named = plain.get(pathname);
    if (named !== undefined) return named;
    const cut = pathname.lastIndexOf("/") + 1;
    const one = open.get(pathname.slice(0, cut));
    if (one !== undefined) return PLAIN_PART.test(pathname.slice(cut)) ? one : undefined;
    const rest = rests.find(({ before }) => pathname.startsWith(before));
    return rest && PLAIN_REST.test(pathname.slice(rest.before.length)) ? rest.id : undefined;
  };
}

// Remix matches a path against all routes, three times a page, which costs more than everything else about a page without data. So
// each route has a handler of its own, whose build has this route and the root only; it answers the same bytes.

type Handler = ReturnType<typeof createRequestHandler>;
export type HandleRequest = (request: Request, url: URL, context: AppLoadContext) => Promise<Response>;

/** Handles a request by its own route's handler, made on first use; by the whole build's where the path alone does not tell. */
export function createRouteHandlers(build: ServerBuild): HandleRequest {
  const whole = createRequestHandler(build, "production");
  const idOf = createRouteFinder(build.routes);
  const handlers = new Map<string, Handler>();

  function handlerOf(id: string): Handler {
    const known = handlers.get(id);
    if (known) return known;
    const made = createRequestHandler(reduce(build, id), "production");
    handlers.set(id, made);
    return made;
  }

  return (request, url, context) => {
    const id = idOf(url.pathname);
    return (id === undefined ? whole : handlerOf(id))(request, context);
  };
}

function reduce(build: ServerBuild, id: string): ServerBuild {
  const only = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => name === "root" || name === id));
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } };
}
