import { readFileSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { checkAppEnv, checkSettlementEnv } from "~/server/env";
import { lookOver } from "../../scripts/deploy/look-over.mjs";
import { dryRun } from "../../scripts/deploy/run-deploy.mjs";
import { neededSecrets } from "../../scripts/deploy/secrets.mjs";
import { readProduction } from "../../scripts/deploy/settings.mjs";
import { createEndpoint, STRIPE_EVENTS } from "../../scripts/deploy/stripe-endpoint.mjs";
import { buildWorkers } from "../../scripts/deploy/world.mjs";
import { STRIPE_VERSION } from "../../workers/sandbox/stripe/version";
import { effort } from "../support/effort";
import { root } from "./project/source-files";
import { copyForProduction } from "./support/deploy-folder";

const env = { CLOUDFLARE_API_TOKEN: "token", CLOUDFLARE_ACCOUNT_ID: "account" };
let copy = copyForProduction();
beforeEach(() => {
  copy.drop();
  copy = copyForProduction();
});
afterAll(() => copy.drop());

const problemsOf = async (folder: string) => lookOver(await readProduction(folder), { root: folder, env });
const change = (path: string, from: string, to: string) => {
  const text = copy.read(path);
  expect(text).toContain(from);
  copy.put(path, text.replace(from, to));
};

describe("a dry run", () => {
  it("says what would be done, in order, without a call over the network", async () => {
    const connect = vi.spyOn(Socket.prototype, "connect");
    const said: string[] = [];
    const quick = async () => ({ problems: [], sizes: ["settlement: small", "app: small"] });
    const real = () => buildWorkers({ root: copy.folder, buildApp: async () => true });
    const build = effort(quick, real);
    const may = await dryRun({ root: copy.folder, env, build, say: (line) => said.push(line) });
    expect({ may, calls: connect.mock.calls }).toEqual({ may: true, calls: [] });
    connect.mockRestore();
    const text = said.join("\n");
    const steps = [
      "D1 ",
      "KV ",
      "R2 ",
      "Queue ",
      "BANK_DETAILS_KEY",
      "SIGNING_KEY",
      "Migrate",
      "Deploy dunnage-settlement",
      "Deploy dunnage ",
      "/healthz",
    ];
    const places = steps.map((step) => text.indexOf(step));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(text).toContain("dunnage-settlements-dead");
    expect(text).toMatch(/are built: settlement: .*; app: /);
  });

  it("refuses what comes with the project, and names each sample value", async () => {
    const said: string[] = [];
    const build = async () => ({ problems: [], sizes: [] });
    expect(await dryRun({ root, env: {}, build, say: (line) => said.push(line) })).toBe(false);
    const text = said.join("\n");
    for (const part of ["CLOUDFLARE_API_TOKEN", "APP_ORIGIN is still the sample", "MAIL_FROM is still the sample"])
      expect(text).toContain(part);
    for (const part of ["company.legalName", "company.social.0.href", 'the claim "returns"', "legal-refunds.ts"])
      expect(text).toContain(part);
  });
});

describe("what stops a deploy", () => {
  it("is nothing in a project that is filled in", async () => expect(await problemsOf(copy.folder)).toEqual([]));

  const [APP, SETTLEMENT] = ["workers/production.toml", "workers/settlement/wrangler.toml"];

  it.each([
    [
      "a sandbox",
      APP,
      "[[d1_databases]]",
      `[[services]]\nbinding = "SANDBOX"\nservice = "dunnage-sandbox"\n\n[[d1_databases]]`,
      "the sandbox is bound",
    ],
    ["another address in settlement", SETTLEMENT, "https://stakes", "https://steaks", "APP_ORIGIN differs"],
    ["invocation logs", APP, "invocation_logs = false", "invocation_logs = true", "invocation_logs must be off"],
    [
      "a queue that nobody empties",
      SETTLEMENT,
      'queue = "dunnage-settlements-dead"\nmax_batch_size',
      'queue = "dunnage-other"\nmax_batch_size',
      "nobody consumes dunnage-settlements-dead",
    ],
    [
      "another database in settlement",
      SETTLEMENT,
      'database_name = "dunnage"',
      'database_name = "other"',
      "the database differs",
    ],
    ["a migration without its entry", "migrations/9999_more.sql", "", "SELECT 1;", "the journal and the files"],
  ])("is %s", async (_name, path, from, to, problem) => {
    if (from === "") copy.put(path, to);
    else change(path, from, to);
    expect((await problemsOf(copy.folder)).join("\n")).toContain(problem);
  });
});

describe("the secrets that a deploy asks for", () => {
  const settings = ["ENVIRONMENT", "APP_ORIGIN", "MAIL_FROM"];
  const missing = (checked: ReturnType<typeof checkAppEnv> | ReturnType<typeof checkSettlementEnv>) =>
    (checked.ok ? [] : checked.problems)
      .filter((problem) => problem.endsWith(": is missing"))
      .map((problem) => problem.split(":")[0] ?? "")
      .filter((name) => !settings.includes(name))
      .sort();

  it("are those without which the Workers refuse to serve", () => {
    const of = (worker: "app" | "settlement") =>
      neededSecrets
        .filter(({ workers }) => workers.includes(worker))
        .map(({ name }) => name)
        .sort();
    const bindings = { DB: 1, SESSIONS: 1, CERTIFICATES: 1, PROOF: 1, SETTLEMENTS: 1 };
    const asked = { app: missing(checkAppEnv(bindings)), settlement: missing(checkSettlementEnv(bindings)) };
    expect({ app: of("app"), settlement: of("settlement") }).toEqual(asked);
    expect(asked.app.length).toBeGreaterThan(5);
  });

  it("are in the table of docs/deploy.md", () => {
    const docs = readFileSync(join(root, "docs", "deploy.md"), "utf8");
    for (const { name } of neededSecrets) expect(docs).toContain(`\`${name}\``);
  });
});

const SECRET = "whsec_of_the_test";
const URL_OF_OURS = "https://stakes.harbour-casks.com/webhooks/stripe";

/** As Stripe answers, about endpoints only. */
function stripeWith(endpoints: { id: string; url: string }[]) {
  const calls: { line: string; body: URLSearchParams }[] = [];
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const body = new URLSearchParams(await request.text());
    calls.push({ line: `${request.method} ${pathname}`, body });
    if (request.method === "GET")
      return Response.json({ object: "list", data: endpoints, has_more: false, url: pathname });
    if (request.method === "DELETE") return Response.json({ id: pathname.split("/").at(-1), deleted: true });
    return Response.json({ id: "we_new", url: body.get("url"), secret: SECRET, api_version: body.get("api_version") });
  };
  return { calls, answer };
}

function create(stripe: ReturnType<typeof stripeWith>, replace = false, fails = false) {
  const said: string[] = [];
  const kept: string[] = [];
  const keepSecret = async (secret: string) => {
    if (fails) throw new Error("could not be set");
    kept.push(secret);
  };
  const options = { secretKey: "sk_test_1", origin: "https://stakes.harbour-casks.com", fetch: stripe.answer, replace };
  return { said, kept, done: createEndpoint({ ...options, say: (line) => said.push(line), keepSecret }) };
}

describe("the endpoint at Stripe", () => {
  it("is made for our address, our version and the events we read; its secret is kept and not shown", async () => {
    const stripe = stripeWith([{ id: "we_other", url: "https://other.example/hook" }]);
    const { done, said, kept } = create(stripe);
    await done;
    expect(stripe.calls.map(({ line }) => line)).toEqual(["GET /v1/webhook_endpoints", "POST /v1/webhook_endpoints"]);
    const { body } = stripe.calls[1] ?? { body: new URLSearchParams() };
    expect([body.get("url"), body.get("api_version")]).toEqual([URL_OF_OURS, STRIPE_VERSION]);
    expect([...body].filter(([name]) => name.startsWith("enabled_events")).map(([, value]) => value)).toEqual(
      STRIPE_EVENTS,
    );
    expect(kept).toEqual([SECRET]);
    expect(said.join()).not.toContain(SECRET);
  });

  it("is not made twice; one that stands there is replaced only when asked, after the new secret is set", async () => {
    const there = [{ id: "we_old", url: URL_OF_OURS }];
    await expect(create(stripeWith(there)).done).rejects.toThrow("use --replace");
    const stripe = stripeWith(there);
    await create(stripe, true).done;
    expect(stripe.calls.at(-1)?.line).toBe("DELETE /v1/webhook_endpoints/we_old");
    const failing = stripeWith(there);
    await expect(create(failing, true, true).done).rejects.toThrow("could not be set");
    expect(failing.calls.map(({ line }) => line)).not.toContain("DELETE /v1/webhook_endpoints/we_old");
  });

  it("sends every event that the app reads, and no other", () => {
    const source = readFileSync(join(root, "app", "integrations", "payments", "stripe-answers.ts"), "utf8");
    const read = [...source.matchAll(/case "([a-z_.]+)":/g)].map(([, name]) => name);
    expect([...STRIPE_EVENTS].sort()).toEqual(read.sort());
  });
});
