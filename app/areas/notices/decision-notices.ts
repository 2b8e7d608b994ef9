import { eq, sql } from "drizzle-orm";
import { audits } from "~/db/schema/casks";
import { users } from "~/db/schema/people";
import { type Composer, type NoticeTable, toOperator } from "./notice";
import { sectionHref } from "~/content/console-sections";
import type { Database } from "~/db/client";
import { loginTo } from "~/areas/accounts/login/login-goals";
import { placeOfProposal, proposalColumns, type WaitingProposal } from "~/core/proposals/list-proposals";
import { formatDate, formatInstant } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { company } from "~/content/company";
import { mailLink, mailText, type MailText } from "~/content/mail-text";
import { sayProposal } from "~/content/proposal-texts";

export function auditFailedMail({ date, reason, url }: { date: string; reason: string; url: string }): MailText {
  return mailText(`${company.brand}: the audit of ${formatDate(date)} failed`, [
    `The audit of ${formatDate(date)} is published and says FAIL: ${reason}.`,
    "Before you change anything, look at the rows it names and keep a copy of the database as it is. The operations guide says what to do. Once it is put right, the next audit will say PASS again.",
    mailLink("Open the audit", url),
  ]);
}

type LargePayout = { amountCents: number; proposedBy: string | null; paidBy: string | null; url: string };

/** Two operators who agree could do harm together. */
export function largePayoutMail({ amountCents, proposedBy, paidBy, url }: LargePayout): MailText {
  const amount = formatUsd(amountCents);
  return mailText(`${company.brand}: ${amount} was paid out`, [
    `A withdrawal of ${amount} was paid. That is more than one operator may pay alone.`,
    {
      figures: [
        ["Proposed by", proposedBy ?? "nobody"],
        ["Confirmed by", paidBy ?? "nobody"],
      ],
    },
    "If you did not expect it, look at the request and at the log now.",
    mailLink("Open the request", url),
  ]);
}

type ProposalFacts = Parameters<typeof sayProposal>[0] & {
  proposer: string;
  proposedAtMs: number;
  expiresAtMs: number;
};

const ALARM =
  "If you did not know about this, ask that person now, and not by email. The log in the console shows what else they did.";

export function changeProposedMail(facts: ProposalFacts, url: string): MailText {
  const { what, from, to } = sayProposal(facts);
  return mailText(`${company.brand}: a change is waiting for a second operator`, [
    `${facts.proposer} proposed a change that takes effect only once another operator has confirmed it.`,
    {
      figures: [
        ["What", what],
        ["From", from],
        ["To", to],
        ["Proposed", formatInstant(facts.proposedAtMs)],
        ["May be confirmed until", formatInstant(facts.expiresAtMs)],
      ],
    },
    mailLink("See the proposal", url),
    ALARM,
  ]);
}

export function changeConfirmedMail(
  facts: ProposalFacts & { decider: string; decidedAtMs: number },
  url: string,
): MailText {
  const { what, from, to } = sayProposal(facts);
  return mailText(`${company.brand}: a change was confirmed and is in force`, [
    `${facts.proposer} proposed it, and ${facts.decider} confirmed it.`,
    {
      figures: [
        ["What", what],
        ["From", from],
        ["To", to],
        ["Confirmed", formatInstant(facts.decidedAtMs)],
      ],
    },
    mailLink("See it in the console", url),
    ALARM,
  ]);
}

export function roleChangedMail(facts: { whom: string; change: string; atMs: number }, url: string): MailText {
  return mailText(`${company.brand}: a role in the console has changed`, [
    "Someone with access to the deployment changed a role from the command line.",
    {
      figures: [
        ["Who", facts.whom],
        ["Role", facts.change],
        ["When", formatInstant(facts.atMs)],
      ],
    },
    mailLink("See this person", url),
    "If none of you did this, someone else can reach the database. The operations guide says what to do.",
  ]);
}

type Payout = {
  email: string | null;
  role: string;
  amountCents: number;
  proposedBy: string | null;
  paidBy: string | null;
};

const largePayout: Composer = async ({ db, origin }, [operatorId, withdrawalId = ""]) => {
  const [found] = await db.all<Payout>(sql`SELECT told.email, told.role, withdrawals.amount_cents AS amountCents,
      payout_proposals.operator_id AS proposedBy, withdrawals.paid_by AS paidBy
    FROM withdrawals JOIN users AS told ON told.id = ${operatorId}
      LEFT JOIN payout_proposals ON payout_proposals.withdrawal_id = withdrawals.id
    WHERE withdrawals.id = ${withdrawalId} AND withdrawals.state = 'paid'`);
  if (!found) return "superseded";
  const url = `${origin}${loginTo(`/operator/withdrawals/${withdrawalId}`)}`;
  return toOperator(found, () => largePayoutMail({ ...found, url }));
};

type Proposal = WaitingProposal & {
  state: string;
  email: string | null;
  role: string;
  decider: string | null;
  decidedAtMs: number | null;
};

/** Sent even if it was decided in the meantime: an attempt was made. */
const changeProposed: Composer = async ({ db, origin }, [operatorId, proposalId = ""]) => {
  const found = await findProposal(db, operatorId, proposalId);
  if (!found) return "superseded";
  return toOperator(found, () => changeProposedMail(factsOf(found), `${origin}${loginTo(placeOfProposal(found))}`));
};

const changeConfirmed: Composer = async ({ db, origin }, [operatorId, proposalId = ""]) => {
  const found = await findProposal(db, operatorId, proposalId);
  if (!found || found.state !== "confirmed") return "superseded";
  const decided = { decider: found.decider ?? "", decidedAtMs: found.decidedAtMs ?? 0 };
  return toOperator(found, () =>
    changeConfirmedMail({ ...factsOf(found), ...decided }, `${origin}${loginTo(placeOfProposal(found))}`),
  );
};

const factsOf = ({ proposer, ...found }: Proposal): ProposalFacts => ({
  ...found,
  proposer: proposer ?? found.proposedBy,
});

async function findProposal(db: Database, operatorId: string, proposalId: string) {
  const [found] = await db.all<Proposal>(sql`SELECT ${proposalColumns}, proposed.state, readers.email, readers.role,
      coalesce(deciders.email, proposed.decided_by) AS decider, proposed.decided_at_ms AS decidedAtMs
    FROM change_proposals AS proposed JOIN users AS proposers ON proposers.id = proposed.proposed_by
      JOIN users AS readers ON readers.id = ${operatorId} LEFT JOIN users AS deciders ON deciders.id = proposed.decided_by
    WHERE proposed.id = ${proposalId}`);
  return found;
}

type RoleChange = { email: string | null; subject: string; whom: string; change: string; atMs: number };

const roleChanged: Composer = async ({ db, origin }, [operatorId, changeId = ""]) => {
  const [found] =
    await db.all<RoleChange>(sql`SELECT readers.email, audit_log.subject, coalesce(changed.email, audit_log.subject) AS whom,
      audit_log.detail AS change, audit_log.created_at_ms AS atMs
    FROM audit_log JOIN users AS readers ON readers.id = ${operatorId}
      LEFT JOIN users AS changed ON changed.id = substr(audit_log.subject, 6)
    WHERE audit_log.id = ${`role:${changeId}`}`);
  if (!found) return "superseded";
  if (!found.email) return "no-address";
  const url = `${origin}${sectionHref("users")}/${found.subject.slice("user:".length)}`;
  return { to: found.email, mail: roleChangedMail(found, url) };
};

export const ofDecisions = {
  "large-payout": {
    subject: "OPERATOR:WITHDRAWAL",
    statements: ["areas/payouts/withdrawals/decide-withdrawal"],
    urgent: true,
    compose: largePayout,
  },
  "change-proposed": {
    subject: "OPERATOR:PROPOSAL",
    statements: ["core/proposals/change"],
    urgent: true,
    compose: changeProposed,
  },
  "change-confirmed": {
    subject: "OPERATOR:PROPOSAL",
    statements: ["core/proposals/change"],
    urgent: true,
    compose: changeConfirmed,
  },
  "role-changed": {
    subject: "OPERATOR:CHANGE",
    statements: ["core/ledger/role-statements"],
    urgent: true,
    compose: roleChanged,
  },
} satisfies NoticeTable;

export const ofAudits = {
  "audit-failed": {
    subject: "OPERATOR:DAY",
    statements: ["areas/proof/publish-day"],
    urgent: true,
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
