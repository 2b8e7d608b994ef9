import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { rollBack, runDeploy } from "../../scripts/deploy/run-deploy.mjs";
import { neededSecrets } from "../../scripts/deploy/secrets.mjs";
import type { World } from "../../scripts/deploy/world.mjs";
import { copyForProduction, TYPED } from "./support/deploy-folder";

// What a deployment does, in which order, and where it stops. Nothing leaves this machine: Cloudflare's answers are made up.

type Account = Record<"made" | "applied" | "ran" | "asked" | "said", string[]> & {
  set: Record<string, string>;
  fails: string;
};
let account: Account;
let copy = copyForProduction();
beforeEach(() => {
  copy.drop();
  copy = copyForProduction();
  account = { made: [], applied: [], ran: [], asked: [], said: [], set: {}, fails: "none" };
});
afterAll(() => copy.drop());

/** An account that has what was made in it before; `answers` is what the person types. */
function worldWith(answers: Record<string, string | Error>, yes = true): World {
  const call = (method: string, path: string, body?: unknown) => {
    const name = JSON.stringify(body ?? path);
    const has = (what: string) => account.made.some((one) => one.includes(what));
    if (method !== "GET" && !path.endsWith("/query")) account.made.push(name);
    if (path.endsWith("/query")) return [{ results: account.applied.map((one) => ({ name: one })) }];
    if (path.endsWith("/secrets")) return Object.keys(account.set).map((name) => ({ name }));
    if (method === "POST") return { uuid: "id-of-database", id: "id-of-namespace" };
    if (path.startsWith("/d1")) return has('"name":"dunnage"') ? [{ uuid: "id-of-database", name: "dunnage" }] : [];
    if (path.startsWith("/storage")) return has('"title"') ? [{ id: "id-of-namespace", title: "" }] : [];
    if (path.startsWith("/queues"))
      return has("queue_name") ? [{ queue_name: path.split("name=")[1], queue_id: "q" }] : [];
    if (!has('"name":"dunnage-')) throw Object.assign(new Error("not found"), { status: 404 });
    return {};
  };
  const wrangler: World["wrangler"] = (args, options) => {
    const line = args.join(" ");
    account.ran.push(line);
    if (line.includes(account.fails)) return Promise.resolve({ code: 1, output: "", stdout: "" });
    if (args[0] === "secret") Object.assign(account.set, JSON.parse(options?.input ?? "{}"));
    if (args[1] === "migrations") account.applied = readdirSync(join(copy.folder, "migrations"));
    return Promise.resolve({ code: 0, output: "", stdout: "" });
  };
  return {
    root: copy.folder,
    env: { CLOUDFLARE_API_TOKEN: "token", CLOUDFLARE_ACCOUNT_ID: "account" },
    cloudflare: {
      call: (...asked: Parameters<typeof call>) => Promise.resolve().then(() => call(...asked)),
      zones: () => Promise.resolve([{ id: "zone" }]),
    } as World["cloudflare"],
    wrangler,
    ask: () => yes,
    askSecret: (question) => {
      const [name = ""] = question.split(" ");
      account.asked.push(name);
      const given = answers[name] ?? "";
      return given instanceof Error ? Promise.reject(given) : Promise.resolve(given);
    },
    say: (line) => void account.said.push(line),
    build: () => Promise.resolve({ problems: [], sizes: [] }),
    fetch: () => (account.ran.push("healthz"), Promise.resolve(Response.json({ status: "ok" }))),
    wait: () => Promise.resolve(),
  };
}
const everySecret = () => Object.fromEntries(neededSecrets.map(({ name }) => [name, "set before"]));
const deployed = () => account.ran.filter((line) => !line.startsWith("secret"));
const MIGRATE = "d1 migrations apply DB --remote";
const [SETTLEMENT, APP] = ["workers/settlement/wrangler.toml", "workers/production.toml"];

describe("a deployment", () => {
  it("does nothing without consent", async () => {
    await expect(runDeploy(worldWith(TYPED, false))).rejects.toThrow("Nothing was done.");
    expect(account).toMatchObject({ made: [], ran: [] });
  });

  it("stops for a secret that only a command can obtain, then goes on from there, and creates nothing twice", async () => {
    await expect(runDeploy(worldWith(TYPED))).rejects.toThrow("run npm run ops -- stripe-endpoint");
    expect(deployed()).toEqual([]);
    for (const file of [SETTLEMENT, APP]) expect(copy.read(file)).toContain('database_id = "id-of-database"');
    const made = account.made.length;
    account.set = everySecret();
    account.ran = [];
    await runDeploy(worldWith({}));
    expect(account.ran).toEqual([MIGRATE, `deploy -c ${SETTLEMENT}`, `deploy -c ${APP}`, "healthz"]);
    // The database's replicas are asked for each time.
    expect(account.made.slice(made)).toEqual(['{"read_replication":{"mode":"auto"}}']);
  });

  it.each([
    [MIGRATE, [MIGRATE]],
    [`deploy -c ${SETTLEMENT}`, [MIGRATE, `deploy -c ${SETTLEMENT}`]],
  ])("stops where a step fails, and the app stays as it was: %s", async (step, ran) => {
    account.set = everySecret();
    account.fails = step;
    account.made = ['"name":"dunnage"', '"title"', "queue_name", '"name":"dunnage-'];
    await expect(runDeploy(worldWith({}))).rejects.toThrow("failed (exit code 1)");
    expect(account.ran).toEqual(ran);
  });

  it("is taken back to the code before, the app first, the database left as it is", async () => {
    await rollBack(worldWith({}));
    expect(account.ran.map((line) => line.split(" --")[0])).toEqual([
      `rollback -c ${APP}`,
      `rollback -c ${SETTLEMENT}`,
      "healthz",
    ]);
    expect(account.made).toEqual([]);
  });
});

describe("the secrets of a deployment", () => {
  it("are asked for once each; what is not there yet is named, and the rest is set", async () => {
    const run = runDeploy(worldWith({ ...TYPED, COPPERX_WEBHOOK_SECRET: "", MSG91_WIDGET_ID: "" }));
    await expect(run).rejects.toThrow(/secrets once you have COPPERX_WEBHOOK_SECRET, MSG91_WIDGET_ID;/);
    expect(new Set(account.asked).size).toBe(account.asked.length);
    expect(account.set.STRIPE_SECRET_KEY).toBe(TYPED.STRIPE_SECRET_KEY);
    expect(account.set.SESSION_SECRET).toMatch(/^\S{32,}$/);
    expect(Object.keys(account.set)).toHaveLength(neededSecrets.length - 3);
  });

  it("are kept when the person stops in the middle", async () => {
    const run = runDeploy(worldWith({ ...TYPED, RESEND_API_KEY: new Error("Stopped.") }));
    await expect(run).rejects.toThrow("Stopped.");
    const first = ["COPPERX_API_KEY", "COPPERX_WEBHOOK_SECRET", "STRIPE_SECRET_KEY"];
    expect(Object.keys(account.set).sort()).toEqual(first);
  });

  it("do not take a key of Stripe's test mode, and show nothing of what was typed", async () => {
    const key = "sk_test_of_nobody";
    const run = runDeploy(worldWith({ ...TYPED, STRIPE_SECRET_KEY: key }));
    await expect(run).rejects.toThrow("secrets once you have STRIPE_SECRET_KEY");
    expect(account.set.STRIPE_SECRET_KEY).toBeUndefined();
    expect(account.said.join()).toContain("STRIPE_SECRET_KEY has another form.");
    expect(account.said.join()).not.toContain(key);
  });
});
