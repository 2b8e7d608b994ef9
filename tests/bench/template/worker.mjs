import { createRequestHandler } from "@remix-run/cloudflare";
import * as build from "server-build";

const handle = createRequestHandler(build, "production");

export default { fetch: (request) => handle(request) };
