import { eq, sql } from "drizzle-orm";
import { holdingsOf, readHoldings } from "~/areas/holdings/portfolio/holdings";
import { bidUrl } from "~/areas/market/bids/bid-link";
import { readBidOf } from "~/areas/market/bids/read-bid";
import { offerNotices } from "~/areas/resale/notices";
import { company } from "~/content/company";
import type { MailText } from "~/content/mail-text";
import { bidCountedMail, bidEndingMail, bidOpenedMail, bidWithdrawnMail } from "~/content/notice-mails-bids";
import { returnReadyMail } from "~/content/notice-mails-casks";
import { holderMessageMail, type MessageFacts } from "~/content/notice-mails-messages";
import { auditFailedMail } from "~/content/notice-mails-operators";
import { supportAnsweredMail, supportReceivedMail } from "~/content/notice-mails-support";
import { answerText } from "~/content/notice-texts";
import { messagePath, supportThreadPath } from "~/content/page-paths";
import { audits } from "~/db/schema/audits";
import { users } from "~/db/schema/people";
import { supportAnswers, supportRequests } from "~/db/schema/support";
import { row, runWork, together, writes } from "~/db/work";
import type { BidView } from "~/domain/bids/bid-view";
import { DAY_MS } from "~/domain/calendar-date";
import { groupCode } from "~/domain/certificate-code";
import { withdrawableCycle } from "~/domain/returns";
import { byMailOrText, type Composer, type NoticeEntry, type NoticeTable, toOperator } from "./notice";
import { ofAccounts } from "./of-accounts";
import { ofCasks } from "./of-casks";
import { ofDecisions } from "./of-decisions";
import { ofOperations } from "./of-operations";
import { ofPayments } from "./of-payments";
import { ofWithdrawals } from "./of-withdrawals";
import { firstStakeIn, type Place, placeUrl, stakeOrWalletPath } from "./place";

type Facts = Parameters<typeof bidOpenedMail>[0];

/** By mail only: the vote is cast on its page, which the mail opens without a login. @param mailOf null: the bid is past that step */
const aboutBid =
  (mailOf: (facts: Facts, bid: BidView) => MailText | null): Composer =>
  async (deps, [bidId, userId = ""]) => {
    const found = await readBidOf(deps, { bidId, userId });
    if (!found) return "superseded";
    const { bid, email } = found;
    if (!email) return "no-address";
    const { caskName, netPerStakeCents, closesAtMs } = bid;
    const { stakes, creditCents } = bid.mine;
    const url = await bidUrl(deps, { bidId, userId, email });
    const mail = mailOf({ caskName, netPerStakeCents, closesAtMs, stakes, creditCents, bidUrl: url }, bid);
    return mail ? { to: email, mail } : "superseded";
  };

const ofStep = { subject: "BID:USER", statements: ["areas/market/bids/tell-bid"] };

const ofBids = {
  "bid-opened": {
    ...ofStep,
    once: "a bid is published once",
    compose: aboutBid((facts, { state }) => (state === "open" ? bidOpenedMail(facts) : null)),
  },
  // Three days before its end, to those who have not voted.
  "bid-ending": {
    ...ofStep,
    once: "that its holders were reminded is noted once",
    compose: aboutBid((facts, { state, choice }) =>
      state === "open" && choice === null ? bidEndingMail(facts) : null,
    ),
  },
  "bid-counted": {
    ...ofStep,
    once: "a bid is counted once",
    compose: aboutBid((facts, { state, counts }) =>
      counts && state !== "open" && state !== "closed" && state !== "withdrawn"
        ? bidCountedMail({ ...facts, result: state, counts })
        : null,
    ),
  },
  "bid-withdrawn": {
    ...ofStep,
    once: "a bid is withdrawn once",
    compose: aboutBid((facts) => bidWithdrawnMail(facts)),
  },
} satisfies NoticeTable;

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

const ofReturns = {
  "return-ready": {
    subject: "CASK:USER:DAY",
    statements: ["areas/notices/list-due-dates"],
    once: "a cycle ends on one day, which the timer lists once",
    compose: returnReady,
  },
} satisfies NoticeTable;

/** How many requests a day are confirmed to one address, so that no one can flood a mailbox by writing to us in its name. */
const MOST_TO_ONE_ADDRESS = 5;

const ofSupport = {
  // To the author of the request, with its number. An account is always told at its own address.
  "support-received": {
    subject: "REQUEST",
    triggers: ["support_requests_are_confirmed"],
    once: "the row of the request is written once and never deleted",
    compose: async ({ db }, [requestId]) => {
      const [found] = await db.all<{ email: string | null; number: string; own: number; earlier: number }>(sql`SELECT
      asked.email, asked.number, coalesce(asked.email = users.email, 0) AS own,
      (SELECT count(*) FROM (SELECT 1 FROM support_requests AS earlier WHERE earlier.email = asked.email AND earlier.id <> asked.id
        AND earlier.created_at_ms BETWEEN asked.created_at_ms - ${DAY_MS} AND asked.created_at_ms LIMIT ${MOST_TO_ONE_ADDRESS})) AS earlier
    FROM support_requests AS asked LEFT JOIN users ON users.id = asked.user_id WHERE asked.id = ${requestId}`);
      if (!found?.email) return "no-address";
      if (found.own === 0 && found.earlier >= MOST_TO_ONE_ADDRESS) return "told-often";
      return { to: found.email, mail: supportReceivedMail({ number: found.number }) };
    },
  },
  // A text message says only that there is an answer.
  "support-answered": {
    subject: "ANSWER",
    triggers: ["support_answers_are_told"],
    once: "the row of the answer is written once and never deleted",
    compose: async ({ db, origin }, [answerId]) => {
      const { email, phone, number, userId } = supportRequests;
      const [found] = await db
        .select({ email, phone, number, userId, body: supportAnswers.body })
        .from(supportAnswers)
        .innerJoin(supportRequests, eq(supportRequests.id, supportAnswers.requestId))
        .where(eq(supportAnswers.id, answerId));
      if (!found) return "no-address";
      return byMailOrText(
        found,
        () => supportAnsweredMail({ ...found, url: found.userId && origin + supportThreadPath(found.number) }),
        () => answerText(groupCode(found.number)),
      );
    },
  },
} satisfies NoticeTable;

type Found = Omit<MessageFacts, "url"> & { email: string | null };

const message: Composer = async ({ db, origin }, [messageId, userId = ""]) => {
  const query = db.all<Found>(sql`SELECT users.email, casks.name AS caskName, messages.subject, messages.body
    FROM message_recipients JOIN messages ON messages.id = message_recipients.message_id JOIN casks ON casks.id = messages.cask_id
      JOIN users ON users.id = message_recipients.user_id AND users.suspended_at_ms IS NULL
    WHERE message_recipients.message_id = ${messageId} AND message_recipients.user_id = ${userId}`);
  const found = await runWork(db, row(query));
  if (!found) return "superseded";
  const { email, ...facts } = found;
  if (!email) return "no-address";
  const mail = holderMessageMail({ ...facts, url: `${origin}${messagePath(messageId)}` });
  return { to: email, userId, mail, replyTo: company.support.email };
};

/** What became of it, for the page of the message. Whoever comes second finds it decided. */
const keepOutcome: NonNullable<NoticeEntry["keepOutcome"]> = async (
  { db, nowMs },
  [messageId, userId = ""],
  outcome,
) => {
  const state = outcome === "superseded" ? "gone" : outcome;
  const decide = db.run(sql`UPDATE message_recipients SET state = ${state}, done_at_ms = ${nowMs()}
    WHERE message_id = ${messageId} AND user_id = ${userId} AND state = 'waiting'`);
  await runWork(db, writes(decide));
};

/** What an operator writes to the holders of a cask: everybody gets it. */
const ofMessages = {
  "holder-message": {
    subject: "MESSAGE:USER",
    triggers: ["message_recipients_are_told"],
    once: "who gets a message is fixed when it is sent, and each is there once",
    compose: message,
    keepOutcome,
  },
} satisfies NoticeTable;

const ofAudits = {
  "audit-failed": {
    subject: "OPERATOR:DAY",
    statements: ["areas/proof/publish-day"],
    urgent: true,
    once: "the id contains a day that is over",
    compose: async ({ db, origin }, [operatorId, date = ""]) => {
      const [found] = await db
        .select({ email: users.email, role: users.role, reason: audits.reason })
        .from(users)
        .innerJoin(audits, sql`${audits.date} = ${date} AND ${audits.result} = 'FAIL'`)
        .where(eq(users.id, operatorId));
      if (!found) return "superseded";
      const facts = { date, reason: found.reason ?? "", url: `${origin}/audit/${date}` };
      return toOperator(found, () => auditFailedMail(facts));
    },
  },
} satisfies NoticeTable;

const tables = {
  ...ofPayments,
  ...ofWithdrawals,
  ...ofAccounts,
  ...ofCasks,
  ...ofReturns,
  ...ofBids,
  ...offerNotices,
  ...ofMessages,
  ...ofSupport,
  ...ofAudits,
  ...ofDecisions,
  ...ofOperations,
};

export type NoticeKind = keyof typeof tables;

/** Every kind of notice that is sent to a person. The rows of `notice_kinds` are the same names; a test compares them. */
export const noticeTable: Record<NoticeKind, NoticeEntry> = tables;

export const isNoticeKind = (name: string): name is NoticeKind => Object.hasOwn(noticeTable, name);
