import { sql } from "drizzle-orm";
import { sectionHref } from "~/content/console-sections";
import {
  changeConfirmedMail,
  changeProposedMail,
  largePayoutMail,
  type ProposalFacts,
  roleChangedMail,
} from "~/content/notice-mails-operators";
import type { Database } from "~/db/client";
import { loginTo } from "~/areas/accounts/login/login-goals";
import { proposalColumns, type WaitingProposal } from "~/core/proposals/list-proposals";
import { placeOfProposal } from "~/core/proposals/proposal-place";
import { type Composer, type NoticeTable, toOperator } from "./notice";

type Payout = {
  email: string | null;
  role: string;
  amountCents: number;
  proposedBy: string | null;
  paidBy: string | null;
};

/** A payout that took two operators: each of them, and every other operator, sees that it was made. */
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

/** A change that waits for a second operator. Sent even if it was decided in the meantime: an attempt was made. */
const changeProposed: Composer = async ({ db, origin }, [operatorId, proposalId = ""]) => {
  const found = await findProposal(db, operatorId, proposalId);
  if (!found) return "superseded";
  return toOperator(found, () => changeProposedMail(factsOf(found), `${origin}${loginTo(placeOfProposal(found))}`));
};

/** One that was confirmed, and counts. Also for the operator who was shut out by it. */
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

/** A role given or taken from the command line. Also for the person who lost it. */
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

/** What takes two operators, and who is one. */
export const ofDecisions = {
  // To every operator, suspended ones too.
  "large-payout": {
    subject: "OPERATOR:WITHDRAWAL",
    triggers: ["withdrawals_large_are_told"],
    urgent: true,
    once: "a withdrawal is paid once",
    compose: largePayout,
  },
  "change-proposed": {
    subject: "OPERATOR:PROPOSAL",
    statements: ["core/proposals/propose-change"],
    urgent: true,
    once: "the row of the proposal is written once and never deleted",
    compose: changeProposed,
  },
  "change-confirmed": {
    subject: "OPERATOR:PROPOSAL",
    statements: ["core/proposals/confirm-change"],
    urgent: true,
    once: "a proposal is confirmed once",
    compose: changeConfirmed,
  },
  "role-changed": {
    subject: "OPERATOR:CHANGE",
    statements: ["core/ledger/role-statements"],
    urgent: true,
    once: "the row of the log is written once and never deleted",
    compose: roleChanged,
  },
} satisfies NoticeTable;
