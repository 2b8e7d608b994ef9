// In place of Remix's module of this name in the browser's build: the routes that a page's router gets, without what no route
// of this app has: a clientLoader or clientAction, deferred data, links of its own, SPA mode, hot reloading.
import { createElement } from "react";
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from "@remix-run/router";
import { redirect } from "react-router-dom";
import { fetchData, isCatchResponse, isRedirectResponse } from "@remix-run/react/dist/esm/data.js";
import { loadRouteModule } from "@remix-run/react/dist/esm/routeModules.js";

const KEPT = ["X-Remix-Revalidate", "X-Remix-Reload-Document", "X-Remix-Replace"];

/** A redirect comes as an answer that says where to, so that `fetch` does not follow it. */
function redirected({ headers }) {
  const said = KEPT.filter((name) => headers.get(name)).map((name) => [name, headers.get(name)]);
  const status = Number.parseInt(headers.get("X-Remix-Status"), 10) || 302;
  return redirect(headers.get("X-Remix-Redirect"), { status, headers: Object.fromEntries(said) });
}

async function ask(request, id) {
  const answer = await fetchData(request, id);
  if (answer instanceof Error) throw answer;
  if (isRedirectResponse(answer)) throw redirected(answer);
  if (isCatchResponse(answer)) throw answer;
  return answer;
}

/** A module without a default export has an empty object as its default. */
const componentOf = ({ default: component }) =>
  component && (typeof component !== "object" || Object.keys(component).length > 0) ? component : undefined;

const partsOf = (module) => ({
  Component: componentOf(module),
  ErrorBoundary: module.ErrorBoundary,
  handle: module.handle,
  shouldRevalidate: module.shouldRevalidate,
});

/** The root's layout is around its page and its error page. */
const inLayout = ({ Layout, ErrorBoundary, handle, shouldRevalidate, ...module }) => ({
  element: createElement(Layout, null, createElement(componentOf(module))),
  errorElement: createElement(Layout, null, createElement(ErrorBoundary)),
  handle,
  shouldRevalidate,
});

function clientRoute(route, modules) {
  const { id, index, path, hasLoader, hasAction } = route;
  const known = modules[id];
  const loader = async ({ request }) => (hasLoader ? ask(request, id) : null);
  const action = async ({ request }) => {
    if (hasAction) return ask(request, id);
    throw new ErrorResponse(405, "Method Not Allowed", new Error(`${id} has no action`), true);
  };
  if (known) return { id, index, path, loader, action, ...(known.Layout ? inLayout(known) : partsOf(known)) };
  return { id, index, path, loader, action, lazy: async () => partsOf(await loadRouteModule(route, modules)) };
}

export function createClientRoutes(routes, modules, _state, _future, _spa, parentId = "") {
  return Object.values(routes)
    .filter((route) => (route.parentId ?? "") === parentId)
    .map((route) => {
      const children = createClientRoutes(routes, modules, null, null, false, route.id);
      const made = clientRoute(route, modules);
      return children.length > 0 ? { ...made, children } : made;
    });
}

/** The server's, and hot reloading's: never called. */
export const createServerRoutes = () => [];
export const createClientRoutesWithHMRRevalidationOptOut = () => null;

export const shouldHydrateRouteLoader = () => false;
