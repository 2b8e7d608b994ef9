import { createRequestHandler } from "@remix-run/cloudflare";
import * as build from "server-build";

const handle = createRequestHandler(build, "production");
const { checkAppEnv, createRequestContext } = build.entry.module;

/** The template's Worker, with our request context as its load context. */
export default {
  fetch(request, env, execution) {
    const { config } = checkAppEnv(env);
    return handle(request, createRequestContext(request, env, config, execution));
  },
};
