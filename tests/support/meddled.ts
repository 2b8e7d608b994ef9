import { env } from "cloudflare:test";
import { createDatabase } from "~/db/client";
import type { TestContext } from "./context";

/** The same context, in which this happens between the first trip to the database and the second. */
export function meddled(context: TestContext, change: () => Promise<unknown>): TestContext {
  let batches = 0;
  const d1 = new Proxy(env.DB, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (property !== "batch") return typeof value === "function" ? value.bind(target) : value;
      return async (statements: D1PreparedStatement[]) => {
        if (++batches === 2) await change();
        return target.batch(statements);
      };
    },
  });
  return context.next({ db: createDatabase(d1) });
}
