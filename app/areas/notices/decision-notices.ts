import { eq, sql } from "drizzle-orm";
import { audits } from "~/db/schema/casks";
import { users } from "~/db/schema/people";
import { type Composer, type NoticeTable, toOperator } from "./notice";
import { loginTo } from "~/areas/accounts/login/login-goals";
import { placeOfProposal, proposalColumns, type WaitingProposal } from "~/core/proposals/list-proposals";
import { formatDate, formatInstant } from "~/domain/calendar-date";
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

type ProposalFacts = Parameters<typeof sayProposal>[0] & {
  proposer: string;
  proposedAtMs: number;
  expiresAtMs: number;
};

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
    "If you did not know about this, ask that person now, and not by email. The log in the console shows what else they did.",
  ]);
}

type Proposal = WaitingProposal & { email: string | null; role: string };

/** Sent even if it was decided in the meantime: an attempt was made. */
const changeProposed: Composer = async ({ db, origin }, [operatorId, proposalId = ""]) => {
  const [found] = await db.all<Proposal>(sql`SELECT ${proposalColumns}, readers.email, readers.role
    FROM change_proposals AS proposed JOIN users AS proposers ON proposers.id = proposed.proposed_by
      JOIN users AS readers ON readers.id = ${operatorId}
    WHERE proposed.id = ${proposalId}`);
  if (!found) return "superseded";
  const facts = { ...found, proposer: found.proposer ?? found.proposedBy };
  return toOperator(found, () => changeProposedMail(facts, `${origin}${loginTo(placeOfProposal(found))}`));
};

export const ofDecisions = {
  "change-proposed": {
    subject: "OPERATOR:PROPOSAL",
    statements: ["core/proposals/change"],
    urgent: true,
    compose: changeProposed,
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
