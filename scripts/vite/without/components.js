// In place of Remix's module of this name in the browser's build: what this app's pages use of it. Links and forms are the
// router's own, without Remix's prefetching; the scripts that start a page are ours (app/ui/start-scripts.tsx).
import { createContext, createElement, useContext } from "react";
import { UNSAFE_DataRouterStateContext as RouterState, useLocation } from "react-router-dom";

export {
  Await,
  Form,
  Link,
  NavLink,
  useActionData,
  useFetcher,
  useLoaderData,
  useMatches,
  useRouteLoaderData,
} from "react-router-dom";

export const RemixContext = createContext(undefined);
export const useRemixContext = () => useContext(RemixContext);

/** What the routes say about the document: the last that says something, knowing what those before it said. */
export function Meta() {
  const { routeModules } = useRemixContext();
  const { errors, matches: all, loaderData } = useContext(RouterState);
  const location = useLocation();
  const failed = errors ? all.findIndex(({ route }) => errors[route.id] !== undefined) : all.length;
  const matches = [];
  let tags = [];
  for (const [index, match] of all.slice(0, failed + 1).entries()) {
    const { id } = match.route;
    const { pathname, params } = match;
    const known = {
      id,
      pathname,
      params,
      data: loaderData[id],
      handle: match.route.handle,
      meta: [],
      error: errors?.[id],
    };
    matches[index] = known;
    const { meta } = routeModules[id] ?? {};
    if (meta) tags = meta({ data: known.data, params, location, matches, error: known.error }) ?? [];
    known.meta = tags;
  }
  return tags.map((tag) =>
    "title" in tag
      ? createElement("title", { key: "title" }, String(tag.title))
      : createElement("meta", { key: JSON.stringify(tag), ...tag }),
  );
}

const notInBrowser = () => null;
export const Links = notInBrowser;
export const LiveReload = notInBrowser;
export const PrefetchPageLinks = notInBrowser;
export const Scripts = notInBrowser;
