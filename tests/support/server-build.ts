// The whole app for tests inside workerd: every route file under its real URL, as in Remix's build.
import type { ServerBuild } from "@remix-run/cloudflare";
import * as entryServer from "~/entry.server";
import * as root from "~/root";

type Route = ServerBuild["routes"][string];
type Module = Route["module"];

const modules = import.meta.glob<Module>(["../../app/routes/*/route.tsx", "../../app/routes/*.ts"], { eager: true });

/** 'api.users.$id', '_index': the name of the file or its folder. */
const nameOf = (file: string) => file.replace("../../app/routes/", "").replace(/\/route\.tsx$|\.ts$/, "");

export const ROUTE_NAMES = Object.keys(modules).map(nameOf);

/** 'verify.$code' is 'verify/:code', '$' alone matches everything, '[.]' is a dot, '_' at the end nests nothing. */
function addressOf(name: string): string {
  return name
    .replaceAll("[.]", "\0")
    .split(".")
    .map((part) => (part === "$" ? "*" : part.replace(/^\$/, ":").replace(/_$/, "").replaceAll("\0", ".")))
    .join("/");
}

function routeOf(file: string, module: Module): Route {
  const name = nameOf(file);
  const id = `routes/${name}`;
  if (name === "_index") return { id, parentId: "root", index: true, module };
  const index = name.endsWith("._index");
  return { id, parentId: "root", path: addressOf(name.replace(/\._index$/, "")), ...(index ? { index } : {}), module };
}

const all = Object.entries(modules).map(([file, module]) => routeOf(file, module));

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

export const routes: ServerBuild["routes"] = {
  root: { id: "root", path: "", module: root as unknown as Module },
  ...Object.fromEntries(all.map((route) => [route.id, route])),
};
export const entry: ServerBuild["entry"] = { module: entryServer as unknown as ServerBuild["entry"]["module"] };
export const assets: ServerBuild["assets"] = {
  entry: { imports: [], module: "/assets/entry.js" },
  routes: Object.fromEntries(Object.values(routes).map((route) => [route.id, assetsOf(route)])),
  url: "/assets/manifest.js",
  version: "test",
};
export const publicPath = "/";
export const assetsBuildDirectory = "";
export const isSpaMode = false;
export const mode = "production";
export const future: ServerBuild["future"] = {
  v3_fetcherPersist: true,
  v3_relativeSplatPath: true,
  v3_throwAbortReason: true,
  v3_singleFetch: false,
  v3_lazyRouteDiscovery: false,
};
