import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { changeProposals } from "~/db/schema/change-proposals";
import { JOBS } from "~/db/schema/names";
import type { Work } from "~/db/work";
import { byOperator, byUser, recordAudit } from "~/core/ledger/audit";
import type { Change } from "~/core/proposals/change";
import { type Confirmed, confirmChange } from "~/core/proposals/confirm-change";
import { type Proposed, proposeChange } from "~/core/proposals/propose-change";
import type { OperatorAccess } from "~/core/session/guarded";

// Who may do what goes by jobs. Two administrators give and take them, of people who are let into the console already.

export type Job = (typeof JOBS)[number];

type JobsChange = { userId: string; jobs: readonly Job[]; operator: OperatorAccess };

export const subjectOfJobs = (userId: string) => `jobs:${userId}`;

/** In SQL, of the user in a column: the names in alphabetical order by commas; '' of a reader. */
export const jobsOf = (userId: SQL): SQL<string> =>
  sql`coalesce((SELECT group_concat(job, ',') FROM (SELECT job FROM user_jobs WHERE user_id = ${userId} ORDER BY job)), '')`;

/** NULL where nobody of the staff is meant. */
const changeOf = ({ userId, jobs }: Pick<JobsChange, "userId" | "jobs">): Change => ({
  kind: "jobs",
  subject: subjectOfJobs(userId),
  was: sql`(SELECT ${jobsOf(sql`users.id`)} FROM users WHERE users.id = ${userId} AND users.role <> 'investor' AND users.closed_at_ms IS NULL)`,
  becomes: JOBS.filter((job) => jobs.includes(job)).join(","),
});

/** All jobs that somebody is to have; none makes them a reader. */
export const proposeJobs = (db: Database, change: JobsChange & { proposalId: string }): Work<Proposed> =>
  proposeChange(db, { ...change, ...changeOf(change) });

/** Counts from the next statement of that person on. */
export function confirmJobs(db: Database, change: JobsChange & { proposalId: string | null }): Work<Confirmed> {
  const { userId, jobs, operator } = change;
  return confirmChange(db, {
    ...change,
    ...changeOf(change),
    effects: (isConfirmed) => {
      const names = sql.join(
        jobs.map((job) => sql`${job}`),
        sql`, `,
      );
      return [
        ...jobs.map((job) =>
          db.run(sql`INSERT INTO user_jobs (user_id, job, proposal_id) SELECT ${userId}, ${job}, id FROM change_proposals
            WHERE ${isConfirmed} ON CONFLICT DO NOTHING`),
        ),
        db.run(sql`DELETE FROM user_jobs WHERE user_id = ${userId} AND job NOT IN (${names})
          AND EXISTS (SELECT 1 FROM change_proposals WHERE ${isConfirmed})`),
        db.run(sql`UPDATE users SET role = (SELECT iif(becomes = '', 'reader', 'operator') FROM change_proposals WHERE ${isConfirmed})
          WHERE id = ${userId} AND EXISTS (SELECT 1 FROM change_proposals WHERE ${isConfirmed})`),
        recordAudit(
          db,
          {
            id: sql`'jobs-changed:' || change_proposals.id`,
            actor: byOperator(operator.userId),
            action: "jobs-changed",
            subject: byUser(userId),
            detail: sql`was || ' -> ' || becomes`,
            nowMs: operator.nowMs,
          },
          { from: changeProposals, where: isConfirmed },
        ),
      ];
    },
  });
}
