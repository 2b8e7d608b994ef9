declare module "server-build" {
  import type { ServerBuild } from "@remix-run/cloudflare";
  const build: ServerBuild;
  export const {
    assets,
    assetsBuildDirectory,
    entry,
    future,
    isSpaMode,
    mode,
    publicPath,
    routes,
    basename,
  }: ServerBuild;
  export default build;
}
