// The sandbox Worker: one Durable Object holds all state, so that every request sees the same. Answers 404 unless
// local.
import { isLocal, type SandboxEnv } from "./env";
import { notFound } from "./http";

export { Providers } from "./providers";

export default {
  async fetch(request: Request, env: SandboxEnv): Promise<Response> {
    if (!isLocal(env)) return notFound();
    return env.PROVIDERS.get(env.PROVIDERS.idFromName("providers")).fetch(request);
  },
};
