import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import type { TestContext } from "../../../support/context";

// The API behind Remix's own request handler, so that addresses, methods and thrown answers are matched as they will be.

const modules = import.meta.glob<ServerBuild["routes"][string]["module"]>("../../../../app/routes/api.*.ts", {
  eager: true,
});

/** 'api.users.$id.ts' is 'api/users/:id', '$' alone everything, '[.]' a dot. */
function addressOf(file: string): string {
  const name = (file.split("/").at(-1) ?? "").replace(/\.ts$/, "").replaceAll("[.]", "\0");
  return name
    .split(".")
    .map((part) => (part === "$" ? "*" : part.replace(/^\$/, ":").replaceAll("\0", ".")))
    .join("/");
}

const routes: ServerBuild["routes"] = Object.fromEntries(
  Object.entries(modules).map(([file, module]) => {
    const path = addressOf(file);
    return [path, { id: path, path, module }];
  }),
);

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

export const ADDRESSES = Object.keys(routes);

export function serveApi(request: Request, context: TestContext): Promise<Response> {
  return handle(request, context);
}
