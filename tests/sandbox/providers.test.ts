import { env, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { SandboxEnv } from "../../workers/sandbox/env";
import sandbox, { Providers } from "../../workers/sandbox/index";
import { CONFIG, SANDBOX } from "./support/world";

const LOCAL: SandboxEnv = {
  ENVIRONMENT: "local",
  ...CONFIG,
  APP: { fetch: async () => new Response("ok") },
  SETTLEMENT: {
    run: async () => ({ swept: 2 }),
    runDay: async () => ({ swept: 0 }),
    market: async () => ({ countries: "", round: null, opensAtMs: 0, orders: 0, placed: null }),
  },
  PROVIDERS: env.PROVIDERS,
};

it("the sandbox's Durable Object names missing secrets instead of accepting any key", () =>
  runInDurableObject(env.PROVIDERS.get(env.PROVIDERS.newUniqueId()), async (_, state) => {
    const bare = new Providers(state, { ...LOCAL, STRIPE_SECRET_KEY: undefined, RESEND_API_KEY: "" });
    const refused = await bare.fetch(new Request(`${SANDBOX}/sandbox/`));
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain("STRIPE_SECRET_KEY, RESEND_API_KEY");
  }));

describe("the sandbox Worker", () => {
  it.each(["production", "", "Local"])("does not exist where ENVIRONMENT is '%s'", async (ENVIRONMENT) => {
    const paths = ["/sandbox/", "/sandbox/outbox", "/sandbox/faults"];
    for (const path of paths) {
      expect((await sandbox.fetch(new Request(SANDBOX + path), { ...LOCAL, ENVIRONMENT })).status).toBe(404);
    }
  });
});
