// The pages behind Remix's own request handler and the app's own rendering, so that a test reads the HTML a browser would get.
import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import * as entryServer from "~/entry.server";
import * as root from "~/root";
import type { TestContext } from "./context";

type Route = ServerBuild["routes"][string];

const modules = import.meta.glob<Route["module"]>("../../app/routes/*/route.tsx", { eager: true });
const nameOf = (file: string) => file.split("/").at(-2) ?? "";

/** '_index' is the root's own page, 'verify.$code' is 'verify/:code'. */
function routeOf(file: string, module: Route["module"]): Route {
  const name = nameOf(file);
  const id = `routes/${name}/route`;
  if (name === "_index") return { id, parentId: "root", index: true, module };
  const path = name
    .split(".")
    .map((part) => part.replace(/^\$/, ":"))
    .join("/");
  return { id, parentId: "root", path, module };
}

const pages = Object.entries(modules).map(([file, module]) => routeOf(file, module));
const routes: ServerBuild["routes"] = {
  root: { id: "root", path: "", module: root as unknown as Route["module"] },
  ...Object.fromEntries(pages.map((route) => [route.id, route])),
};

const assetsOf = ({ id, parentId, path, index, module }: Route) => ({
  id,
  parentId,
  path,
  index,
  module: `/assets/${id}.js`,
  hasAction: "action" in module,
  hasLoader: "loader" in module,
  hasClientAction: false,
  hasClientLoader: false,
  hasErrorBoundary: "ErrorBoundary" in module,
});

const build: ServerBuild = {
  entry: { module: entryServer as unknown as ServerBuild["entry"]["module"] },
  routes,
  assets: {
    entry: { imports: [], module: "/assets/entry.js" },
    routes: Object.fromEntries(Object.values(routes).map((route) => [route.id, assetsOf(route)])),
    url: "/assets/manifest.js",
    version: "test",
  },
  publicPath: "/",
  assetsBuildDirectory: "",
  isSpaMode: false,
  mode: "production",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
  },
};

const handle = createRequestHandler(build, "production");

export function servePage(request: Request, context: TestContext): Promise<Response> {
  return handle(request, context);
}

/** The words a reader gets, without scripts, styles and tags. */
export function wordsIn(html: string): string {
  return html
    .replace(/<(script|style|head)\b.*?<\/\1>/gs, " ")
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");
}
