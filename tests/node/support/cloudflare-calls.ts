import initSqlJs, { type Database } from "sql.js";

// The calls of Cloudflare's API that a deploy makes, of wrangler and of our own.

/** `versions`: each upload's id, the oldest first; `serving`: which of these visitors get. */
type Uploaded = { secrets: Map<string, string>; versions: string[]; serving: string | null; uploads: string[] };

export type Account = {
  databases: Map<string, { name: string; sql: Database; replication?: string }>;
  namespaces: Map<string, string>;
  buckets: Set<string>;
  objects: Set<string>;
  queues: Map<string, { name: string; consumers: string[] }>;
  workers: Map<string, Uploaded>;
  schedules: Map<string, string[]>;
  domains: string[];
};

export type Asked = { method: string; path: string; query: URLSearchParams; text: string };
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}
const missing = () => new Refusal(404, 10007, "This does not exist on your account.");

function workerOf(account: Account, name: string) {
  const found = account.workers.get(name);
  if (!found) throw missing();
  return found;
}

function newWorker(account: Account, name: string) {
  const blank: Uploaded = { secrets: new Map(), versions: [], serving: null, uploads: [] };
  const made = account.workers.get(name) ?? blank;
  account.workers.set(name, made);
  return made;
}

function query(database: Database, sql: string, params: (string | number | null)[] = []) {
  try {
    const answers = database.exec(sql, params);
    const results = answers.map(({ columns, values }) => ({
      results: values.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]]))),
      success: true,
      meta: { duration: 0.1, changes: 0 },
    }));
    return results.length > 0 ? results : [{ results: [], success: true, meta: { duration: 0.1 } }];
  } catch (error) {
    throw new Refusal(400, 7500, error instanceof Error ? error.message : "refused");
  }
}

type Route = [
  method: string,
  path: RegExp,
  (asked: { account: Account; id: string; key: string } & Asked) => unknown | Promise<unknown>,
];
const json = (text: string) => JSON.parse(Buffer.from(text, "latin1").toString("utf8")) as Record<string, string>;
const uuid = (n: number) => `aaaaaaaa-0000-4000-8000-${String(n).padStart(12, "0")}`;

const storage: Route[] = [
  ["GET", /^\/d1\/database$/, ({ account }) => [...account.databases].map(([id, { name }]) => ({ uuid: id, name }))],
  [
    "POST",
    /^\/d1\/database$/,
    async ({ account, text }) => {
      const id = uuid(account.databases.size + 1);
      account.databases.set(id, { name: json(text).name ?? "", sql: new (await initSqlJs()).Database() });
      return { uuid: id };
    },
  ],
  [
    "PUT",
    /^\/d1\/database\/([^/]+)$/,
    ({ account, id, text }) => {
      const found = account.databases.get(id);
      if (!found) throw missing();
      const { read_replication: asked } = json(text) as unknown as { read_replication?: { mode: string } };
      found.replication = asked?.mode;
      return {};
    },
  ],
  [
    "POST",
    /^\/d1\/database\/([^/]+)\/query$/,
    ({ account, id, text }) => {
      const found = account.databases.get(id);
      if (!found) throw missing();
      const { sql, params } = json(text) as unknown as { sql: string; params?: string[] };
      return query(found.sql, sql, params);
    },
  ],
  [
    "GET",
    /^\/storage\/kv\/namespaces$/,
    ({ account }) => [...account.namespaces].map(([id, title]) => ({ id, title })),
  ],
  [
    "POST",
    /^\/storage\/kv\/namespaces$/,
    ({ account, text }) => {
      const id = `b${account.namespaces.size}`.padEnd(32, "0");
      account.namespaces.set(id, json(text).title ?? "");
      return { id };
    },
  ],
  [
    "GET",
    /^\/r2\/buckets\/([^/]+)$/,
    ({ account, id }) => {
      if (!account.buckets.has(id)) throw missing();
      return { name: id };
    },
  ],
  ["POST", /^\/r2\/buckets$/, ({ account, text }) => (account.buckets.add(json(text).name ?? ""), {})],
  ["PUT", /^\/r2\/buckets\/[^/]+\/objects\/(.+)$/, ({ account, id }) => (account.objects.add(id), {})],
];

const queues: Route[] = [
  [
    "GET",
    /^\/queues$/,
    ({ account, query: asked }) =>
      [...account.queues]
        .filter(([, { name }]) => !asked.get("name") || asked.getAll("name").includes(name))
        .map(([id, { name, consumers }]) => ({
          queue_id: id,
          queue_name: name,
          consumers: consumers.map((script) => ({ type: "worker", script, consumer_id: "c1", settings: {} })),
        })),
  ],
  [
    "POST",
    /^\/queues$/,
    ({ account, text }) => {
      const id = `queue-${account.queues.size + 1}`;
      account.queues.set(id, { name: json(text).queue_name ?? "", consumers: [] });
      return { queue_id: id };
    },
  ],
  [
    "POST",
    /^\/queues\/([^/]+)\/consumers$/,
    ({ account, id, text }) => {
      account.queues.get(id)?.consumers.push(json(text).script_name ?? "");
      return {};
    },
  ],
  ["PUT", /^\/queues\/([^/]+)\/consumers\/[^/]+$/, () => ({})],
];

const script = "^/workers/scripts/([^/]+)";
const workers: Route[] = [
  [
    "GET",
    /^\/workflows\/[^/]+$/,
    () => {
      throw missing();
    },
  ],
  ["PUT", /^\/workflows\/([^/]+)$/, ({ id }) => ({ id, name: id })],
  ["GET", /^\/zones\/[^/]+\/workers\/routes$/, () => []],
  [
    "GET",
    /^\/workers\/services\/([^/]+)$/,
    ({ account, id }) => (
      workerOf(account, id),
      { id, default_environment: { script: { last_deployed_from: "wrangler" } } }
    ),
  ],
  // Which migrations of its Durable Objects each has.
  ["GET", /^\/workers\/scripts$/, ({ account }) => [...account.workers.keys()].map((id) => ({ id }))],
  ["GET", new RegExp(`${script}$`), ({ account, id }) => (workerOf(account, id), {})],
  ["GET", new RegExp(`${script}/settings$`), ({ account, id }) => (workerOf(account, id), { bindings: [] })],
  [
    "GET",
    new RegExp(`${script}/secrets$`),
    ({ account, id }) => [...workerOf(account, id).secrets.keys()].map((name) => ({ name, type: "secret_text" })),
  ],
  [
    "PATCH",
    new RegExp(`${script}/settings$`),
    ({ account, id, text }) => {
      const { secrets } = workerOf(account, id);
      for (const [, name, value] of text.matchAll(/"name":"([A-Z0-9_]+)","text":"([^"]*)"/g))
        secrets.set(name ?? "", value ?? "");
      return { bindings: [] };
    },
  ],
  [
    "PUT",
    new RegExp(`${script}$`),
    ({ account, id, text }) => {
      const worker = newWorker(account, id);
      const version = uuid(100 + worker.versions.length);
      worker.versions.push(version);
      worker.serving = version;
      worker.uploads.push(text);
      return { id: version, deployment_id: version, startup_time_ms: 1, entry_point: "index.js" };
    },
  ],
  [
    "POST",
    new RegExp(`${script}/versions$`),
    ({ account, id, text }) => {
      const worker = workerOf(account, id);
      const version = uuid(100 + worker.versions.length);
      worker.versions.push(version);
      worker.uploads.push(text);
      return {
        id: version,
        startup_time_ms: 1,
        metadata: { has_preview: false },
        resources: { script: { etag: version } },
      };
    },
  ],
  [
    "GET",
    new RegExp(`${script}/deployments$`),
    ({ account, id }) => ({
      deployments: [...workerOf(account, id).versions].reverse().map((version) => ({
        id: version,
        source: "wrangler",
        strategy: "percentage",
        author_email: "",
        created_on: "2026-11-22T00:00:00Z",
        versions: [{ version_id: version, percentage: 100 }],
      })),
    }),
  ],
  [
    "GET",
    new RegExp(`${script}/versions/([^/]+)$`),
    ({ key }) => ({
      id: key,
      number: 1,
      metadata: { created_on: "2026-11-22T00:00:00Z", source: "wrangler", author_email: "" },
      resources: { bindings: [], script: {}, script_runtime: {} },
    }),
  ],
  [
    "POST",
    new RegExp(`${script}/deployments$`),
    ({ account, id, text }) => {
      const { versions } = json(text) as unknown as { versions: { version_id: string }[] };
      workerOf(account, id).serving = versions[0]?.version_id ?? null;
      return { id: "deployment" };
    },
  ],
  ["PATCH", new RegExp(`${script}/script-settings$`), () => ({})],
  ["GET", new RegExp(`${script}/subdomain$`), () => ({ enabled: false, previews_enabled: false })],
  ["POST", new RegExp(`${script}/subdomain$`), () => ({ enabled: false, previews_enabled: false })],
  ["POST", new RegExp(`${script}/assets-upload-session$`), () => ({ jwt: "done", buckets: [] })],
  [
    "PUT",
    new RegExp(`${script}/schedules$`),
    ({ account, id, text }) => {
      const rows = JSON.parse(text) as { cron: string }[];
      account.schedules.set(
        id,
        rows.map(({ cron }) => cron),
      );
      return { schedules: rows };
    },
  ],
  [
    "POST",
    new RegExp(`${script}/domains/changeset$`),
    () => ({ added: [], removed: [], updated: [], conflicting: [] }),
  ],
  [
    "PUT",
    new RegExp(`${script}/domains/records$`),
    ({ account, text }) => {
      const { origins } = json(text) as unknown as { origins: { hostname: string }[] };
      account.domains = origins.map(({ hostname }) => hostname);
      return {};
    },
  ],
];

/** @returns the call that the stand-in has for it, or null */
export function findRoute(method: string, path: string) {
  for (const [known, pattern, reply] of [...storage, ...queues, ...workers]) {
    const match = known === method ? pattern.exec(path) : null;
    if (match) return { reply, id: match[1] ?? "", key: match[2] ?? "" };
  }
  return null;
}
