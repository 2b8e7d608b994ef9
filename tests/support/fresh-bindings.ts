import { applyD1Migrations, env, reset } from "cloudflare:test";

const TRIES = 20;

/** Empty bindings, and every table as the migrations make it: a tenth of a second. */
export async function freshBindings(): Promise<void> {
  await emptyBindings();
  await applyD1Migrations(env.DB, env.MIGRATIONS);
}

/** A database that is still busy with what came before can outlive one `reset()`. */
async function emptyBindings(): Promise<void> {
  for (let left = TRIES; left > 0; left--) {
    await reset();
    if (await areEmpty()) return;
    await scheduler.wait(50);
  }
  throw new Error("the bindings could not be emptied");
}

async function areEmpty(): Promise<boolean> {
  const [tables, sessions, files] = await Promise.all([
    env.DB.prepare("SELECT count(*) AS count FROM sqlite_master").first<number>("count"),
    env.SESSIONS.list({ limit: 1 }),
    env.CERTIFICATES.list({ limit: 1 }),
  ]);
  return tables === 0 && sessions.keys.length === 0 && files.objects.length === 0;
}
