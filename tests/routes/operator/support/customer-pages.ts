import { sql } from "drizzle-orm";
import { beforeAll } from "vitest";
import { createTestContext } from "../../../support/context";
import { type Person, signInStaff } from "../../../support/people";
import { keepLogQuiet } from "../../../support/quiet-log";
import { openApp } from "../../../support/serve-app";
import { visitConsole } from "./visit-console";

/** For one file of tests: the console with its staff, who look at customers' pages. */
export function openCustomerPages() {
  const app = openApp();
  const context = createTestContext();
  const people = {} as Awaited<ReturnType<typeof signInStaff>>;
  keepLogQuiet();
  beforeAll(async () => void Object.assign(people, await signInStaff(context)));
  return {
    app,
    context,
    people,
    ...visitConsole(app),
    pageOf: ({ userId }: Person) => `/operator/users/${userId}`,
    /** What the log says of somebody, in order. */
    logOf: async ({ userId }: Person) =>
      (
        await context.db.all<{ action: string }>(
          sql`SELECT action FROM audit_log WHERE subject = ${`user:${userId}`} ORDER BY rowid`,
        )
      ).map(({ action }) => action),
  };
}
