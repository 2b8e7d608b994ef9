// The three Workers as one: plain `wrangler dev` reads one file of settings, and serves all that this machine needs from it.
import { WorkerEntrypoint } from "cloudflare:workers";
import type { SandboxEnv } from "../sandbox/env";
import sandbox from "../sandbox/index";
import app from "./app";
import { onOwnPort } from "../sandbox/own-port";
import settlement from "./settlement";

export { Providers } from "../sandbox/index";
export { Audit, Papers, ScheduledWork } from "./settlement";

export class Sandbox extends WorkerEntrypoint<SandboxEnv> {
  override fetch(request: Request): Promise<Response> {
    return sandbox.fetch(request, onOwnPort(this.env));
  }
}

export default { ...settlement, fetch: app.fetch };
