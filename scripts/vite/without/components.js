// In place of Remix's module of this name in the browser's build: what this app's pages use of it. Links fetch ahead
// on intent alone; the scripts that start a page are ours (app/ui/start-scripts.tsx).
import { createContext, createElement, forwardRef, useContext } from "react";
import {
  Link as PlainLink,
  UNSAFE_DataRouterStateContext as RouterState,
  useHref,
  useLocation,
} from "react-router-dom";

export {
  Await,
  Form,
  NavLink,
  useActionData,
  useFetcher,
  useLoaderData,
  useMatches,
  useRouteLoaderData,
} from "react-router-dom";

export const RemixContext = createContext(undefined);
export const useRemixContext = () => useContext(RemixContext);

/** Asks for a page's data and module. */
function fetchAhead(href, { routes }) {
  const url = new URL(href, location.href);
  const route = Object.values(routes).find(({ path }) => path && `/${path}` === url.pathname);
  if (!route) return;
  url.searchParams.set("_data", route.id);
  const data = { rel: "prefetch", as: "fetch", href: url.pathname + url.search };
  for (const link of [data, { rel: "modulepreload", href: route.module }])
    document.head.append(Object.assign(document.createElement("link"), link));
}

/** With `prefetch="intent"` what is pointed at, touched or reached by keys for a moment is fetched ahead. */
export const Link = forwardRef(({ prefetch, discover: _discover, ...props }, ref) => {
  const { manifest } = useRemixContext();
  const href = useHref(props.to);
  let timer;
  const meant = () => (timer = setTimeout(fetchAhead, 100, href, manifest));
  const left = () => clearTimeout(timer);
  const ahead =
    prefetch === "intent"
      ? { onFocus: meant, onMouseEnter: meant, onTouchStart: meant, onBlur: left, onMouseLeave: left }
      : {};
  return createElement(PlainLink, { ...props, ...ahead, ref });
});

/** What the last of the shown routes that says something says about the document, from its data. */
export function Meta() {
  const { routeModules } = useRemixContext();
  const { errors, matches, loaderData } = useContext(RouterState);
  const location = useLocation();
  const failed = matches.findIndex(({ route }) => errors?.[route.id] !== undefined);
  const shown = failed < 0 ? matches : matches.slice(0, failed + 1);
  const last = shown.findLast(({ route }) => routeModules[route.id]?.meta);
  const tags = last
    ? routeModules[last.route.id].meta({ data: loaderData[last.route.id], params: last.params, location })
    : [];
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
