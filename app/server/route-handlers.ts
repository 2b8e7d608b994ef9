import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { createRouteFinder } from "./find-route";

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
