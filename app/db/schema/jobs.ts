import { primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { oneOf } from "./name-tables";
import { jobs, permissions } from "./names";
import { users } from "./people";

/** What each job may change: asked by the guard of all that operators do (core/session/guarded.ts). */
export const jobPermissions = sqliteTable(
  "job_permissions",
  {
    job: oneOf("job", jobs).notNull(),
    permission: oneOf("permission", permissions).notNull(),
  },
  (t) => [primaryKey({ columns: [t.job, t.permission] })],
);

/** Who has which job. Whoever becomes an operator on the command line is an administrator, and whoever no longer is one has no job. */
export const userJobs = sqliteTable(
  "user_jobs",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    job: oneOf("job", jobs).notNull(),
    /** By which two operators gave it; null: it came with the role. A trigger looks for the proposal. */
    proposalId: text("proposal_id"),
  },
  (t) => [primaryKey({ columns: [t.userId, t.job] })],
);
