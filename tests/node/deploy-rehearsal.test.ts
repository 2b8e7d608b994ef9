import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { rollBack, runDeploy } from "../../scripts/deploy/run-deploy.mjs";
import { neededSecrets } from "../../scripts/deploy/secrets.mjs";
import type { World } from "../../scripts/deploy/world.mjs";
import { copyForProduction, TYPED } from "./support/deploy-folder";

// What a deployment does, in which order, and where it stops. Nothing leaves this machine: Cloudflare's answers are made up.

type Account = { made: string[]; secrets: string[]; applied: string[]; ran: string[]; fails: string };
let account: Account;
const copy = copyForProduction();
beforeEach(() => void (account = { made: [], secrets: [], applied: [], ran: [], fails: "none" }));
afterAll(() => copy.drop());

/** An account that has what was made in it before; `answers` is what the person types. */
function worldWith(answers: Record<string, string>, yes = true): World {
  const call = (method: string, path: string, body?: unknown) => {
    const name = JSON.stringify(body ?? path);
    const has = (what: string) => account.made.some((one) => one.includes(what));
    if (method !== "GET" && !path.endsWith("/query")) account.made.push(name);
    if (path.endsWith("/query")) return [{ results: account.applied.map((one) => ({ name: one })) }];
    if (path.endsWith("/secrets")) return account.secrets.map((one) => ({ name: one }));
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
    if (args[0] === "secret") account.secrets.push(...Object.keys(JSON.parse(options?.input ?? "{}") as object));
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
    askSecret: (question) => Promise.resolve(answers[question.split(" ")[0] ?? ""] ?? ""),
    say: () => undefined,
    build: () => Promise.resolve({ problems: [], sizes: [] }),
    fetch: () => (account.ran.push("healthz"), Promise.resolve(Response.json({ status: "ok" }))),
    wait: () => Promise.resolve(),
  };
}
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
    account.secrets = neededSecrets.map(({ name }) => name);
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
    account.secrets = neededSecrets.map(({ name }) => name);
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
