import { sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import { dueDate } from "./audit-day";

/** Starts the audit of that day if nobody has, and goes on with one that stands. @returns what it was doing */
export type StartAudit = (date: string) => Promise<"running" | "stopped">;

class AuditStopped extends Error {
  override readonly name = "AuditStopped";
}

/**
 * Has the engine make the audit that is due, unless it is published. Called every minute: the engine makes a day's audit once.
 * @throws AuditStopped if it had stopped, so that the operators are alarmed if it does not end within the hour
 */
export async function startAudit(deps: Pick<Deps, "db" | "nowMs"> & { startAudit: StartAudit }): Promise<void> {
  const date = dueDate(deps.nowMs());
  if (date === null) return;
  const published = await deps.db.all(sql`SELECT 1 FROM audits WHERE date = ${date}`);
  if (published.length > 0) return;
  if ((await deps.startAudit(date)) === "stopped") throw new AuditStopped("it was started again");
}
