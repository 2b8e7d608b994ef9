// What can be checked offline: everything here is known from the files alone.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readIfThere } from "../steps/atomic-file.mjs";
import { bundleModule } from "../steps/bundle-module.mjs";
import { WORKERS } from "./settings.mjs";

const SAMPLE_HOST = /\.(example|test|invalid|localhost)$|^localhost$|^[\d.]+$/;

function hostOf(origin) {
  const url = URL.canParse(origin) ? new URL(origin) : null;
  return url?.protocol === "https:" && url.origin === origin ? url.hostname : null;
}

function addressProblems({ app, origin }) {
  const host = hostOf(origin);
  if (!host) return [`${WORKERS.app}: APP_ORIGIN must be an https origin without a path, not "${origin}"`];
  const routes = (app.routes ?? []).map((route) => (typeof route === "string" ? { pattern: route } : route));
  const serves = routes.some(({ pattern, custom_domain: own }) => (own ? pattern : pattern.split("/")[0]) === host);
  return [
    ...(SAMPLE_HOST.test(host) ? [`${WORKERS.app}: APP_ORIGIN is still the sample, ${origin}`] : []),
    ...(serves ? [] : [`${WORKERS.app}: no route for ${host}, so the app would have no address`]),
    ...routes
      .filter(({ pattern }) => SAMPLE_HOST.test(pattern))
      .map(({ pattern }) => `${WORKERS.app}: the route is still the sample, ${pattern}`),
  ];
}

const pick = (rows, keys) => JSON.stringify((rows ?? []).map((row) => keys.map((key) => row[key])));

function agreementProblems({ app, settlement }) {
  const same = (what, a, b) => (a === b ? [] : [`${WORKERS.settlement}: ${what} differs from ${WORKERS.app}`]);
  return [
    ...["APP_ORIGIN", "MAIL_FROM", "ENVIRONMENT"].flatMap((name) => same(name, app.vars[name], settlement.vars[name])),
    ...[
      ["the database", "d1_databases", ["binding", "database_name", "database_id"]],
      ["the namespace", "kv_namespaces", ["binding", "id"]],
    ].flatMap(([what, list, keys]) => same(what, pick(app[list], keys), pick(settlement[list], keys))),
    // The app has a bucket of its own besides: documents about casks.
    ...settlement.r2_buckets.flatMap(({ binding, bucket_name: name }) =>
      same(`the bucket ${binding}`, app.r2_buckets.find((bucket) => bucket.binding === binding)?.bucket_name, name),
    ),
  ];
}

function workerProblems(file, { vars, services, workers_dev: onWorkersDev, observability }) {
  const sandbox = (services ?? []).filter(({ binding, service }) => /sandbox/i.test(`${binding} ${service}`));
  return [
    ...(vars.ENVIRONMENT === "production" ? [] : [`${file}: ENVIRONMENT must be "production"`]),
    ...(/[.@]example\b|\.test\b/.test(vars.MAIL_FROM ?? ".test") ? [`${file}: MAIL_FROM is still the sample`] : []),
    ...sandbox.map(() => `${file}: the sandbox is bound; it never belongs into production`),
    ...(onWorkersDev ? [`${file}: workers_dev gives the Worker a second address`] : []),
    ...(observability?.logs?.invocation_logs === false ? [] : [`${file}: invocation_logs must be off`]),
  ];
}

function queueProblems({ settlement }) {
  const consumers = settlement.queues.consumers ?? [];
  const consumed = new Set(consumers.map(({ queue }) => queue));
  return consumers
    .filter(({ queue, dead_letter_queue: dead }) => dead !== queue && dead && !consumed.has(dead))
    .map(({ dead_letter_queue: dead }) => `${WORKERS.settlement}: nobody consumes ${dead}`);
}

/** The files of the schema in the order in which they are applied. */
export const migrationFiles = (root) =>
  readdirSync(join(root, "migrations"))
    .filter((name) => name.endsWith(".sql"))
    .sort();

function migrationProblems(root) {
  const { entries } = JSON.parse(readIfThere(join(root, "migrations", "meta", "_journal.json")) ?? '{"entries":[]}');
  const [named, there] = [entries.map(({ tag }) => `${tag}.sql`).sort(), migrationFiles(root)];
  return named.join() === there.join() ? [] : ["migrations: the journal and the files are not the same list"];
}

// What the content still has of the samples it came with: every one has to be replaced before going live.

const SAMPLE = /\bsample\b|\.example\b|[_-]example\b|@dunnage\.|^(GB)?0{6,}$|5555 ?0000/i;

/** Every text in a value, with its place: `company.support.email`. */
function textsIn(value, place) {
  if (typeof value === "string") return [{ place, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${place}.${key}`));
}

/** The ids of claims whose source says that it is none. */
function claimsIn(value) {
  if (typeof value !== "object" || value === null) return [];
  if (typeof value.source === "string") return value.source.startsWith("Sample") ? [value.id] : [];
  return Object.values(value).flatMap(claimsIn);
}

/** The address that pages, emails and legal texts name. */
async function siteUrlOf(root) {
  const { company } = await bundleModule(join(root, "app", "content", "company.ts"));
  return company.siteUrl;
}

/**
 * @param {string} root the project's folder
 * @returns {Promise<{ file: string, what: string }[]>}
 */
async function findSampleValues(root) {
  const folder = join(root, "app", "content");
  const { company } = await bundleModule(join(folder, "company.ts"));
  const values = textsIn(company, "company").filter(({ text }) => SAMPLE.test(text));
  const unproved = new Set(claimsIn(await bundleModule(join(folder, "claims.ts"))));
  const marked = readdirSync(folder)
    .filter((name) => name.startsWith("legal-") && /^\/\/ SAMPLE/.test(readIfThere(join(folder, name)) ?? ""))
    .map((name) => ({ file: `app/content/${name}`, what: "a sample text, as its first line says" }));
  return [
    ...values.map(({ place, text }) => ({ file: "app/content/company.ts", what: `${place} is "${text}"` })),
    ...[...unproved].map((id) => ({
      file: "app/content/claims.ts",
      what: `the claim "${id}" has no source of its own`,
    })),
    ...marked,
  ];
}

const credentials = ["CLOUDFLARE_API_TOKEN", "CLOUDFLARE_ACCOUNT_ID"];

/**
 * @param {object} production what `readProduction` returned
 * @param {{ root: string, env: Record<string, string | undefined> }} options
 * @returns {Promise<string[]>} what would stop the deploy, a line each
 */
export async function lookOver(production, { root, env }) {
  const samples = await findSampleValues(root);
  return [
    ...credentials.filter((name) => !env[name]).map((name) => `the environment has no ${name}`),
    ...addressProblems(production),
    ...((await siteUrlOf(root)) === production.origin
      ? []
      : ["app/content/company.ts: company.siteUrl is not the same as APP_ORIGIN"]),
    ...workerProblems(WORKERS.app, production.app),
    ...workerProblems(WORKERS.settlement, production.settlement),
    ...agreementProblems(production),
    ...queueProblems(production),
    ...migrationProblems(root),
    ...samples.map(({ file, what }) => `${file}: ${what}`),
  ];
}
