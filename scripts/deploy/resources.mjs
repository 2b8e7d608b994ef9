// What production stands on: found by name on the account, so that a second run finds what the first one created.
import { writeId } from "./settings.mjs";

const PAGE = 100;

async function everyPage(cloudflare, path) {
  const all = [];
  for (let page = 1; ; page += 1) {
    const rows = await cloudflare.call("GET", `${path}?per_page=${PAGE}&page=${page}`);
    all.push(...rows);
    if (rows.length < PAGE) return all;
  }
}

/** @returns {Promise<object | null>} null: there is none */
const unlessMissing = (asked) =>
  asked.catch((error) => {
    if (error.status === 404) return null;
    throw error;
  });

async function lookForDatabase({ cloudflare, production: { database } }) {
  const found = (await everyPage(cloudflare, "/d1/database")).find(({ name }) => name === database.name);
  return {
    what: `D1 database ${database.name}`,
    kind: "database",
    known: database.id,
    id: found?.uuid ?? null,
    create: async () => (await cloudflare.call("POST", "/d1/database", { name: database.name })).uuid,
  };
}

async function lookForNamespace({ cloudflare, production: { namespace } }) {
  const path = "/storage/kv/namespaces";
  const found = (await everyPage(cloudflare, path)).find(({ id, title }) =>
    namespace.id ? id === namespace.id : title === namespace.name,
  );
  return {
    what: `KV namespace ${namespace.name}`,
    kind: "namespace",
    known: namespace.id,
    id: found?.id ?? null,
    create: async () => (await cloudflare.call("POST", path, { title: namespace.name })).id,
  };
}

async function lookForBucket(cloudflare, name) {
  const found = await unlessMissing(cloudflare.call("GET", `/r2/buckets/${name}`));
  const create = () => cloudflare.call("POST", "/r2/buckets", { name });
  return { what: `R2 bucket ${name}`, id: found ? name : null, create };
}

async function lookForQueue(cloudflare, name) {
  const found = (await cloudflare.call("GET", `/queues?name=${name}`)).find((queue) => queue.queue_name === name);
  const create = () => cloudflare.call("POST", "/queues", { queue_name: name });
  return { what: `queue ${name}`, id: found?.queue_id ?? null, create };
}

/** Every resource that production needs, with its id or null. */
export async function lookForResources(world) {
  const { cloudflare, production } = world;
  const found = [await lookForDatabase(world), await lookForNamespace(world)];
  for (const name of production.buckets) found.push(await lookForBucket(cloudflare, name));
  for (const name of production.queues) found.push(await lookForQueue(cloudflare, name));
  return found;
}

/**
 * A file that names another resource than the account has is for a person to decide: perhaps it is the wrong account,
 * and a new, empty database would hide that.
 */
export const strangers = (resources) =>
  resources
    .filter(({ known, id }) => known && known !== id)
    .map(({ what, known }) => `${what}: the settings name ${known}, which this account does not have`);

/** The id is written at once, so that whatever fails later, the next run knows it. */
export async function settleResource({ root, say }, resource) {
  const id = resource.id ?? (await resource.create());
  if (!resource.id) say(`created: ${resource.what}`);
  if (resource.kind && resource.known !== id) {
    writeId(root, resource.kind, id);
    say(`written into both settings files: the id of ${resource.what}`);
  }
  return id;
}

/** Without a zone of its own on the account, the address could not be attached. @returns {Promise<string[]>} problems */
export async function lookForZone({ cloudflare, production: { origin } }) {
  const labels = new URL(origin).hostname.split(".");
  for (let from = 0; from < labels.length - 1; from += 1) {
    const zones = await cloudflare.zones(labels.slice(from).join("."));
    if (zones.length > 0) return [];
  }
  return [`the account has no domain for ${origin}: add it there (dashboard, Add a domain) and run this again`];
}
