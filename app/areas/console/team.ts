import { sql } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "~/db/client";
import { JOBS } from "~/db/schema/names";
import { mapWork, nothing, row, rows, together, type Work } from "~/db/work";
import { confirmJobs, type Job, jobsOf, proposeJobs, subjectOfJobs } from "~/areas/accounts/users/change-jobs";
import type { DecideRefusal, ProposeRefusal } from "~/core/proposals/change";
import { operatorsAtWork, listProposals } from "~/core/proposals/list-proposals";
import { withdrawChange } from "~/core/proposals/withdraw-change";
import type { OperatorAccess, Permission } from "~/core/session/guarded";

// Who may do what: read from the rows that the guard asks, and changed by two.

export type Colleague = {
  id: string;
  name: string | null;
  email: string | null;
  /** By commas, in alphabetical order. */
  jobs: string;
  isSuspended: 0 | 1;
};

/** More people than ever work here. */
const MOST = 100;

export function readTeam(db: Database, nowMs: number) {
  const people = db.all<Colleague>(sql`SELECT id, full_name AS name, email, ${jobsOf(sql`users.id`)} AS jobs,
      suspended_at_ms IS NOT NULL AS isSuspended
    FROM users WHERE role <> 'investor' AND closed_at_ms IS NULL ORDER BY created_at_ms, id LIMIT ${MOST}`);
  const work = together({
    people: rows(people),
    allowed: rows(db.all<{ job: Job; permission: Permission }>(sql`SELECT job, permission FROM job_permissions`)),
    proposals: listProposals(db, nowMs, sql`proposed.kind = 'jobs'`),
    staff: row(db.all<{ operators: number }>(sql`SELECT ${operatorsAtWork("settings")} AS operators`)),
  });
  return mapWork(work, ({ staff, ...team }) => ({ ...team, operators: staff?.operators ?? 0 }));
}

const person = z.string().min(1).max(60);
const jobs = z.array(z.enum(JOBS)).max(JOBS.length);
const proposal = person.optional();

const jobsSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("propose"), person, jobs }),
  z.object({ intent: z.literal("confirm"), person, jobs, proposal }),
  z.object({ intent: z.literal("withdraw"), person, proposal }),
]);
export type JobsAsked = z.infer<typeof jobsSchema>;

/** `job` as often as there are jobs, or all of them by commas. null: no such intent, person or job */
export function readJobs(form: FormData): JobsAsked | null {
  const { job: _, ...fields } = Object.fromEntries(form);
  const asked = form.getAll("job").flatMap((one) => (typeof one === "string" && one !== "" ? one.split(",") : []));
  return jobsSchema.safeParse({ ...fields, jobs: asked }).data ?? null;
}

export type JobsOutcome = { ok: true } | { ok: false; code: ProposeRefusal | DecideRefusal };

/** Without something to do nothing is written, and only the session is checked. @param newProposalId chosen before writing */
export function changeJobs(
  db: Database,
  operator: OperatorAccess,
  newProposalId: string,
  asked: JobsAsked | null,
): Work<JobsOutcome> {
  if (asked === null) return mapWork(nothing, (): JobsOutcome => ({ ok: false, code: "not-allowed" }));
  const { person: userId } = asked;
  if (asked.intent === "withdraw")
    return withdrawChange(db, { operator, subject: subjectOfJobs(userId), proposalId: asked.proposal ?? null });
  const change = { operator, userId, jobs: asked.jobs };
  if (asked.intent === "propose") return proposeJobs(db, { ...change, proposalId: newProposalId });
  return mapWork(confirmJobs(db, { ...change, proposalId: asked.proposal ?? null }), (outcome): JobsOutcome =>
    outcome.ok ? { ok: true } : outcome,
  );
}
