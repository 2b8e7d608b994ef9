import { sql } from "drizzle-orm";
import { JOBS } from "~/db/schema/names";
import type { Permission } from "~/core/session/guarded";
import type { TestContext } from "../../support/context";
import { type Person, signIn, signInAs } from "../../support/people";
import { withoutRule } from "../../support/settings";
import type { Row } from "./access-rows";
import type { Things } from "./cast";
import { isRead } from "./request-of";

// Which job may send what to the console. The table of all requests says what an administrator and a reader are answered.

export const OTHER_JOBS = JOBS.filter((job) => job !== "administrator");
export type OtherJob = (typeof OTHER_JOBS)[number];

const NEEDS: Record<string, Permission> = {
  "operator.bank-answers.$id": "money",
  "operator.bank-answers._index": "money",
  "operator.books.$month": "money",
  "operator.casks.$id": "casks",
  "operator.casks.new": "casks",
  "operator.certificates.$id": "people",
  "operator.keepers.$id": "casks",
  "operator.keepers._index": "casks",
  "operator.messages.$id": "casks",
  "operator.messages.new": "casks",
  "operator.payments.$id": "money",
  "operator.payout-file": "money",
  "operator.payout-runs.$id": "money",
  "operator.payout-runs.$id[.]csv": "money",
  "operator.payout-runs.$id[.]xml": "money",
  "operator.rewards": "money",
  "operator.settings": "settings",
  "operator.support.$id": "support",
  "operator.support.replies": "support",
  "operator.team": "settings",
  "operator.trouble": "trouble",
  "operator.users.$id_.archive": "people",
  "operator.withdrawals.$id": "money",
};

const MAY: Record<OtherJob, readonly Permission[]> = {
  "cask-desk": ["casks"],
  finance: ["money", "trouble"],
  support: ["people", "support"],
};

/** Whether this job may send this row. @throws if nobody has said what it needs */
export function mayDo(job: OtherJob, row: Row): boolean {
  const ofPerson = { identity: "money", lift: "money", propose: "settings", confirm: "settings", withdraw: "settings" };
  const intent =
    row.route === "operator.users.$id" ? String(row.body?.({ asker: null, things: {} as Things }).intent) : "";
  const needed = row.route === "operator.users.$id" ? (ofPerson[intent as "lift"] ?? "people") : NEEDS[row.route];
  if (needed === undefined) throw new Error(`no permission is said for ${row.route}`);
  return MAY[job].includes(needed as Permission);
}

/** Of the console: what readers are refused changes something, or hands out what they may not have. */
export const isChange = (row: Row) => row.route.startsWith("operator.") && row.answers.reader === 403;
export const isConsolePage = (row: Row) =>
  row.route.startsWith("operator.") && isRead(row) && row.answers.operator === 200;

/** One of each job, with a session whose code is fresh and one whose code is too old for anything. */
export async function signInColleagues(context: TestContext) {
  const one = async (job: OtherJob): Promise<[OtherJob, { fresh: Person; old: Person }]> => {
    const fresh = await signIn(context, { operator: true });
    await withoutRule(
      context.db,
      "user_jobs_by_two",
      sql`INSERT INTO user_jobs (user_id, job) VALUES (${fresh.userId}, ${job})`,
    );
    await context.db.run(sql`DELETE FROM user_jobs WHERE user_id = ${fresh.userId} AND job <> ${job}`);
    await context.db.run(sql`UPDATE sessions SET proved_at_ms = 1 WHERE user_id = ${fresh.userId}`);
    const old = fresh.cookie;
    return [
      job,
      { fresh: { ...fresh, cookie: await signInAs(context, fresh.userId) }, old: { ...fresh, cookie: old } },
    ];
  };
  const made: [OtherJob, { fresh: Person; old: Person }][] = [];
  for (const job of OTHER_JOBS) made.push(await one(job));
  return Object.fromEntries(made) as Record<OtherJob, { fresh: Person; old: Person }>;
}
