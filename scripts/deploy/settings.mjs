// What the settings files say about production, and the one thing a deploy changes in them: the ids of what it created.
import { join } from "node:path";
import { readIfThere, writeWhole } from "../steps/atomic-file.mjs";
import { PRODUCTION } from "../steps/project.mjs";

export const WORKERS = { settlement: "workers/settlement/wrangler.toml", app: PRODUCTION };

const isPlaceholder = (id) => /^[0-]*1$/.test(id ?? "");

async function readOne(root, file) {
  const { unstable_readConfig: readConfig } = await import("wrangler");
  return readConfig({ config: join(root, file) }, { hideWarnings: true });
}

/**
 * The production settings of both Workers.
 * @param {string} root the project's folder
 * @throws if a file is missing or wrangler cannot read it
 */
export async function readProduction(root) {
  const [app, settlement] = [await readOne(root, WORKERS.app), await readOne(root, WORKERS.settlement)];
  const database = app.d1_databases[0];
  const namespace = app.kv_namespaces[0];
  const idOf = (id) => (isPlaceholder(id) ? null : (id ?? null));
  return {
    app,
    settlement,
    origin: String(app.vars.APP_ORIGIN ?? ""),
    /** `id: null`: nothing has been created yet, as far as the file knows. */
    database: { name: database?.database_name ?? "", id: idOf(database?.database_id) },
    namespace: { name: `${app.name}-${namespace?.binding}`, id: idOf(namespace?.id) },
    buckets: [...new Set([app, settlement].flatMap((one) => one.r2_buckets.map((bucket) => bucket.bucket_name)))],
    queues: queuesOf([app, settlement]),
  };
}

const queuesOf = (all) => [
  ...new Set(
    all.flatMap(({ queues }) => [
      ...(queues.producers ?? []).map(({ queue }) => queue),
      ...(queues.consumers ?? []).flatMap(({ queue, dead_letter_queue: dead }) => (dead ? [queue, dead] : [queue])),
    ]),
  ),
];

const lineOf = {
  database: /^(\[\[d1_databases\]\]\n(?:[^[\n].*\n)*?database_id = )"[^"]*"/m,
  namespace: /^(\[\[kv_namespaces\]\]\n(?:[^[\n].*\n)*?id = )"[^"]*"/m,
};

/**
 * Writes the id of a created resource into both files.
 * @param {"database" | "namespace"} kind
 */
export function writeId(root, kind, id) {
  for (const file of Object.values(WORKERS)) {
    const path = join(root, file);
    const text = readIfThere(path) ?? "";
    if (!lineOf[kind].test(text)) throw new Error(`${file} has no line for the id of the ${kind}.`);
    writeWhole(
      path,
      text.replace(lineOf[kind], (_all, before) => `${before}"${id}"`),
    );
  }
}
