import { eq, sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import type { Database } from "~/db/client";
import { holdingsOf, readHoldings } from "~/areas/holdings/portfolio/holdings";
import { row, runWork, together, writes } from "~/db/work";
import { addDays, type CalendarDate, dateOf } from "~/domain/calendar-date";
import { addMonths, CYCLE_MONTHS, cycleEnd, endedCycles } from "~/domain/cycles";
import { withdrawableCycle } from "~/domain/returns";
import type { Composer, NoticeTable } from "./notice";
import { stakePath } from "~/content/page-paths";
import { casks } from "~/db/schema/casks";
import { users } from "~/db/schema/people";
import { certificates, stakes } from "~/db/schema/stakes";
import { groupCode } from "~/domain/certificate-code";
import { formatUsd } from "~/domain/money";
import { mailText, type MailText, walletLink } from "~/content/mail-text";

type CertificateFacts = {
  caskName: string;
  stakeNumber: number;
  totalStakes: number;
  code: string;
  verifyUrl: string;
  walletUrl: string;
};

export function certificateReadyMail(facts: CertificateFacts): MailText {
  return mailText(`Your certificate is ready: ${facts.caskName}`, [
    "Your certificate is ready. Download it from your wallet.",
    { stake: facts.stakeNumber, of: facts.totalStakes },
    {
      figures: [
        ["Cask", facts.caskName],
        ["Certificate code", facts.code],
      ],
    },
    walletLink(facts.walletUrl),
    `Anyone you show it to can check it at ${facts.verifyUrl}`,
  ]);
}

type ReadyReturn = { caskName: string; stakes: number; amountCents: number; walletUrl: string };

export function returnReadyMail({ caskName, stakes, amountCents, walletUrl }: ReadyReturn): MailText {
  const whose = stakes === 1 ? "Your stake" : `${stakes} of your stakes`;
  return mailText(`${formatUsd(amountCents)} is ready for you: ${caskName}`, [
    `${whose} in ${caskName} ${stakes === 1 ? "has" : "have"} completed a 24-month period. You can ask for ${formatUsd(amountCents)} now.`,
    "There is no hurry: a return waits until you ask for it, and you keep the stake. Whatever we pay you now is deducted from what the stake brings when the cask is sold.",
    walletLink(walletUrl),
  ]);
}

const certificateReady: Composer = async (deps, [certificateId]) => {
  const [found] = await deps.db
    .select({
      email: users.email,
      state: certificates.state,
      code: certificates.code,
      caskName: casks.name,
      stakeId: stakes.id,
      stakeNumber: stakes.number,
      totalStakes: casks.totalStakes,
    })
    .from(certificates)
    .innerJoin(stakes, eq(stakes.id, certificates.stakeId))
    .innerJoin(casks, eq(casks.id, stakes.caskId))
    .innerJoin(users, eq(users.id, stakes.userId))
    .where(eq(certificates.id, certificateId));
  if (!found?.email) return "no-address";
  if (found.state !== "issued") return "superseded";
  const code = groupCode(found.code);
  const walletUrl = deps.origin + stakePath(found.stakeId);
  const facts = { ...found, code, verifyUrl: `${deps.origin}/verify/${code}`, walletUrl };
  return { to: found.email, mail: certificateReadyMail(facts) };
};

const returnReady: Composer = async (deps, [caskId, userId = ""]) => {
  const nowMs = deps.nowMs();
  const { held, person } = await runWork(
    deps.db,
    together({
      held: readHoldings(deps.db, { userId }),
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
    .map((holding) => ({ ...holding, cents: withdrawableCycle(holding, today)?.returnCents ?? 0 }))
    .filter(({ cents }) => cents > 0);
  const [first] = ready;
  if (!first || !person.activated) return "superseded";
  const amountCents = ready.reduce((sum, { cents }) => sum + cents, 0);
  const walletUrl = deps.origin + stakePath(first.stakeId);
  const mail = returnReadyMail({ caskName: first.caskName, stakes: ready.length, amountCents, walletUrl });
  return { to: person.email, mail };
};

const MOST_MISSED_DAYS = 30;

/** Tells holders whose cycles have ended: once a day, since whole casks are read for it, and for days that were missed. */
export async function notifyReturns({ db, nowMs: clock }: Deps): Promise<void> {
  const nowMs = clock();
  const today = dateOf(nowMs);
  const [last] = await db.all<{ atMs: number | null }>(
    sql`SELECT last_success_at_ms AS atMs FROM timer_jobs WHERE name = 'tell-returns'`,
  );
  const lastDay = last?.atMs ? dateOf(last.atMs) : addDays(today, -1);
  if (lastDay === today) return;
  const [next, earliest] = [addDays(lastDay, 1), addDays(today, -MOST_MISSED_DAYS)];
  const since = next > earliest ? next : earliest;
  const ended = (await boughtQuery(db, since, today)).filter(({ day }) => {
    const cycles = endedCycles(day, today);
    return cycles > 0 && cycleEnd(day, cycles) >= since;
  });
  if (ended.length === 0) return;
  const tell = db.run(sql`INSERT INTO outbox (id, kind, subject_id, notice, urgent, available_at_ms, created_at_ms)
    SELECT 'send-notice:return-ready:' || subject, 'send-notice', 'return-ready:' || subject, 'return-ready', -1, ${nowMs}, ${nowMs}
    FROM (SELECT DISTINCT stakes.cask_id || ':' || stakes.user_id || ':' || ${today} AS subject
      FROM json_each(${JSON.stringify(ended)}) AS ended CROSS JOIN stakes ON stakes.cask_id = json_extract(ended.value, '$.id')
        AND stakes.state = 'active' AND date(stakes.purchased_at_ms / 1000, 'unixepoch') = json_extract(ended.value, '$.day'))
    WHERE true ON CONFLICT (id) DO NOTHING`);
  await runWork(db, writes(tell));
}

function boughtQuery(db: Database, since: CalendarDate, until: CalendarDate) {
  const cycles = Array.from({ length: 10 }, (_, past) => (past + 1) * CYCLE_MONTHS);
  const days = sql.join(
    cycles.map((months) => sql`(${addMonths(since, -months)}, ${addDays(addMonths(until, -months), 3)})`),
    sql`, `,
  );
  return db.all<{ id: string; day: CalendarDate }>(sql`WITH bought (from_day, until_day) AS (VALUES ${days})
    SELECT DISTINCT casks.id, date(purchased_at_ms / 1000, 'unixepoch') AS day
    FROM casks JOIN bought ON bought.until_day >= casks.launches_on AND bought.from_day <= casks.closes_on
      JOIN stakes ON stakes.cask_id = casks.id AND stakes.state = 'active'
        AND date(purchased_at_ms / 1000, 'unixepoch') BETWEEN bought.from_day AND bought.until_day
    WHERE casks.ended_on IS NULL AND casks.sold_stakes > 0`);
}

export const ofStakes = {
  "certificate-ready": {
    subject: "CERTIFICATE",
    statements: ["areas/holdings/certificates/issue-certificate"],
    compose: certificateReady,
  },
  "return-ready": { subject: "CASK:USER:DAY", statements: ["areas/notices/stake-notices"], compose: returnReady },
} satisfies NoticeTable;
