import { env, reset } from "cloudflare:test";
import { testConfig } from "./test-config";

const TRIES = 200;

/** D1 refuses a text of more than 100 kB. */
const MOST_LETTERS = 60_000;

/** All migrations in a few long texts: D1 spends more on each statement of a batch than on the statement itself. */
const texts = env.MIGRATIONS.flatMap(({ queries }) => queries)
  .map((query) => query.trim().replace(/;$/, ""))
  .filter((query) => query !== "")
  .reduce<string[]>((all, query) => {
    const last = all.at(-1);
    if (last === undefined || last.length + query.length > MOST_LETTERS) return [...all, query];
    return [...all.slice(0, -1), `${last};\n${query}`];
  }, []);

/** What earlier tests left of pages that are drawn once a minute. */
export async function emptyMinuteCache(...asked: string[]): Promise<void> {
  const { default: cache } = caches as CacheStorage & { default: Cache };
  const paths = [
    "/",
    "/create-account",
    "/fees",
    "/ways-out",
    "/proof",
    "/exits",
    "/exits.json",
    "/evidence",
    "/audit",
    ...asked,
  ];
  await Promise.all(paths.map((path) => cache.delete(`${testConfig.APP_ORIGIN}${path}`)));
}

/** Empties the bindings and creates every table as the migrations do. */
export async function freshBindings(): Promise<void> {
  await Promise.all([emptyBindings(), emptyMinuteCache()]);
  await env.DB.batch(texts.map((text) => env.DB.prepare(text)));
}

/** A database still busy with earlier work can survive one `reset()`. */
async function emptyBindings(): Promise<void> {
  for (let left = TRIES; left > 0; left--) {
    await reset();
    if (await areEmpty()) return;
    await scheduler.wait(50);
  }
  throw new Error("the bindings could not be emptied");
}

async function areEmpty(): Promise<boolean> {
  const [tables, sessions, files, documents] = await Promise.all([
    env.DB.prepare("SELECT count(*) AS count FROM sqlite_master").first<number>("count"),
    env.SESSIONS.list({ limit: 1 }),
    env.CERTIFICATES.list({ limit: 1 }),
    env.PROOF.list({ limit: 1 }),
  ]);
  return tables === 0 && sessions.keys.length === 0 && files.objects.length === 0 && documents.objects.length === 0;
}
