import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { neededSecrets } from "../../scripts/deploy/needed-secrets.mjs";
import { rollBack } from "../../scripts/deploy/roll-back.mjs";
import { runDeploy } from "../../scripts/deploy/run-deploy.mjs";
import { putSecrets } from "../../scripts/deploy/set-secrets.mjs";
import { IN_LONG_FORM } from "../support/effort";
import { HOST, openDeployWorld, TYPED } from "./support/deploy-world";

// One deployment from an empty account to the way back, with the real wrangler against a stand-in for Cloudflare's API.
// Nothing leaves this machine. The tests build on each other.

const HOOK = `whsec_${"b".repeat(24)}`;
const migrations = readdirSync(new URL("../../migrations", import.meta.url)).filter((name) => name.endsWith(".sql"));
let open: Awaited<ReturnType<typeof openDeployWorld>>;

const created = () =>
  open.cloud.state.calls.filter((line) =>
    /^POST \/(d1\/database|storage\/kv\/namespaces|r2\/buckets|queues)$/.test(line),
  );
const worker = (name: string) => open.cloud.account.workers.get(name);

/** Uploads of code; setting the first secret of a new Worker uploads an empty one. */
const uploadsOf = (name: string) => (worker(name)?.uploads ?? []).filter((text) => text.includes("SETTLEMENTS"));

describe.runIf(IN_LONG_FORM)("a deployment", () => {
  beforeAll(async () => {
    open = await openDeployWorld();
  });
  afterAll(() => open.close());

  it("does nothing without consent", async () => {
    await expect(runDeploy({ ...open.world, ask: () => false })).rejects.toThrow("Nothing was done.");
    expect(open.cloud.state.calls.filter((line) => !line.startsWith("GET "))).toEqual([]);
  });

  it("creates what is missing, writes the ids down, and stops for the secret that only a command can obtain", async () => {
    await expect(runDeploy(open.world)).rejects.toThrow("run npm run ops -- stripe-endpoint");
    const { account } = open.cloud;
    expect(created()).toHaveLength(6);
    expect([...account.queues.values()].map(({ name }) => name)).toEqual([
      "dunnage-settlements",
      "dunnage-settlements-dead",
    ]);
    const [databaseId] = account.databases.keys();
    const [namespaceId] = account.namespaces.keys();
    for (const file of ["workers/production.toml", "workers/settlement/wrangler.toml"]) {
      expect(open.copy.read(file)).toContain(`database_id = "${databaseId}"`);
      expect(open.copy.read(file)).toContain(`id = "${namespaceId}"`);
    }
    const unset = neededSecrets.filter(({ name, workers }) =>
      workers.some((one) => !worker(one === "app" ? "dunnage" : "dunnage-settlement")?.secrets.has(name)),
    );
    expect(unset.map(({ name }) => name)).toEqual(["STRIPE_WEBHOOK_SECRET"]);
  });

  it("stops in the middle when the cron cannot be set, and the app stays as it was", async () => {
    await putSecrets(open.world, { STRIPE_WEBHOOK_SECRET: HOOK });
    open.cloud.state.failing = /^PUT .*\/schedules$/;
    await expect(runDeploy(open.world)).rejects.toThrow("Deploy the settlement Worker failed");
    expect(uploadsOf("dunnage-settlement")).toHaveLength(1);
    expect(uploadsOf("dunnage")).toEqual([]);
    expect(open.asked).toEqual([]);
  });

  it("continues when it is run again, and creates nothing twice", async () => {
    open.said.length = 0;
    await runDeploy(open.world);
    const { account } = open.cloud;
    expect(created()).toHaveLength(6);
    expect(open.said).toContain("To be created: nothing");
    expect(open.said).toContain("Migrations to be applied: none");
    const [database] = account.databases.values();
    expect(database?.replication).toBe("auto");
    expect(database?.sql.exec("SELECT count(*) FROM d1_migrations")[0]?.values).toEqual([[migrations.length]]);
    expect(account.schedules.get("dunnage-settlement")).toEqual(["* * * * *"]);
    expect([...account.queues.values()].map(({ consumers }) => consumers)).toEqual([
      ["dunnage-settlement"],
      ["dunnage-settlement"],
    ]);
    expect(account.domains).toEqual([HOST]);
    expect(uploadsOf("dunnage")).toHaveLength(1);
    expect(open.asked).toEqual([`https://${HOST}/healthz`]);
    expect(open.cloud.state.unknown).toEqual([]);
  });

  it("uploads no sandbox, and shows no secret to anyone", () => {
    const uploads = ["dunnage", "dunnage-settlement"].flatMap(uploadsOf).join();
    expect(uploads).not.toMatch(/sandbox/i);
    const readable = open.said.join("\n");
    const made = [...(worker("dunnage")?.secrets.values() ?? [])];
    expect(made).toHaveLength(neededSecrets.filter(({ workers }) => workers.includes("app")).length);
    for (const value of [...Object.values(TYPED), ...made, HOOK, "token-of-the-test"])
      if (value !== "") expect(readable).not.toContain(value);
  });

  it("is taken back to the code before, the database left as it is", async () => {
    const { versions = [] } = worker("dunnage") ?? {};
    expect(worker("dunnage")?.serving).toBe(versions.at(-1));
    const migrations = open.cloud.state.calls.filter((line) => line.endsWith("/query")).length;
    await rollBack(open.world);
    expect(worker("dunnage")?.serving).toBe(versions.at(-2));
    expect(open.cloud.state.calls.filter((line) => line.endsWith("/query"))).toHaveLength(migrations);
    expect(open.cloud.state.unknown).toEqual([]);
  });
});
