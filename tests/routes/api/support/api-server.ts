import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import * as route from "~/routes/api.$";
import type { TestContext } from "../../../support/context";

// Serves the API through Remix's own request handler, so that paths, methods and thrown answers are matched as in
// production.

const routes: ServerBuild["routes"] = {
  "api/*": { id: "api/*", path: "api/*", module: { ...route, default: undefined } },
};

const build: ServerBuild = {
  entry: { module: { default: () => new Response("a page", { status: 500 }) } },
  routes,
  assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "test" },
  publicPath: "/",
  assetsBuildDirectory: "",
  isSpaMode: false,
  mode: "test",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
  },
};

const handle = createRequestHandler(build, "test");

export function serveApi(request: Request, context: TestContext): Promise<Response> {
  return handle(request, context);
}
