import { sql } from "drizzle-orm";
import { returnReadyMail } from "~/content/notice-mails-casks";
import { row, runWork, together } from "~/db/work";
import { withdrawableCycle } from "~/domain/returns";
import { holdingsOf } from "~/areas/holdings/portfolio/holdings";
import { readHoldings } from "~/areas/holdings/portfolio/holdings-queries";
import type { Composer, NoticeTable } from "./notice";
import { firstStakeIn, type Place, placeUrl, stakeOrWalletPath } from "./place";

const heldStake: Place = {
  query: ([caskId, userId]) => firstStakeIn(sql`${caskId}`, userId, sql`state = 'active'`),
  path: stakeOrWalletPath,
};

/** What can be asked for of somebody's stakes in a cask. Not sent if that is nothing: a cycle without a gain, or one not valued. */
const returnReady: Composer = async (deps, ids) => {
  const [caskId, userId = ""] = ids;
  const nowMs = deps.nowMs();
  const { held, person } = await runWork(
    deps.db,
    together({
      held: readHoldings(deps.db, { userId, nowMs }),
      person: row(
        deps.db.all<{
          email: string | null;
          activated: number;
        }>(sql`SELECT email, activated_at_ms IS NOT NULL AS activated
          FROM users WHERE id = ${userId} AND suspended_at_ms IS NULL AND closed_at_ms IS NULL`),
      ),
    }),
  );
  if (!person?.email) return "no-address";
  const { active, today } = holdingsOf(held, nowMs);
  const ready = active
    .filter((holding) => holding.caskId === caskId)
    .map((holding) => ({ caskName: holding.caskName, cents: withdrawableCycle(holding, today)?.returnCents ?? 0 }))
    .filter(({ cents }) => cents > 0);
  const [first] = ready;
  if (!first || !person.activated) return "superseded";
  const amountCents = ready.reduce((sum, { cents }) => sum + cents, 0);
  const walletUrl = await placeUrl(deps, heldStake, ids);
  const mail = returnReadyMail({ caskName: first.caskName, stakes: ready.length, amountCents, walletUrl });
  return { to: person.email, userId, mail };
};

export const ofReturns = {
  "return-ready": {
    subject: "CASK:USER:DAY",
    statements: ["areas/notices/list-due-dates"],
    once: "a cycle ends on one day, which the timer lists once",
    compose: returnReady,
  },
} satisfies NoticeTable;
