import { applyD1Migrations, env, reset } from "cloudflare:test";
import { afterAll, beforeAll, vi } from "vitest";

// All files share one workerd and its modules: each begins with empty bindings and fresh tables, and leaves no clock, spy or
// global behind. What modules remember (the hash of the styles, the API's document) depends on nothing that a test changes.

const TRIES = 20;

beforeAll(async () => {
  await emptyBindings();
  await applyD1Migrations(env.DB, env.MIGRATIONS);
});

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A database that is still busy with the file before can outlive one `reset()`. */
async function emptyBindings(): Promise<void> {
  for (let left = TRIES; left > 0; left--) {
    await reset();
    if (await areEmpty()) return;
    await scheduler.wait(50);
  }
  throw new Error("the bindings of the file before could not be emptied");
}

async function areEmpty(): Promise<boolean> {
  const [tables, sessions, files] = await Promise.all([
    env.DB.prepare("SELECT count(*) AS count FROM sqlite_master").first<number>("count"),
    env.SESSIONS.list({ limit: 1 }),
    env.CERTIFICATES.list({ limit: 1 }),
  ]);
  return tables === 0 && sessions.keys.length === 0 && files.objects.length === 0;
}
