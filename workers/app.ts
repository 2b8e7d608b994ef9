import { createRequestHandler } from "@remix-run/cloudflare";
import * as build from "server-build";
const handle = createRequestHandler(build as any, "production");
export default {
  async fetch(request: Request, env: any, ctx: any) {
    return handle(request, { env, ctx } as any);
  },
};
