import { sql } from "drizzle-orm";
import { changeConfirmedMail, changeProposedMail, type ProposalFacts } from "~/content/notice-mails-operators";
import type { Database } from "~/db/client";
import { placeOfProposal } from "~/core/proposals/proposal-place";
import { proposalColumns, type WaitingProposal } from "~/core/proposals/list-proposals";
import type { Composer } from "./notice";

type Found = WaitingProposal & {
  state: string;
  email: string | null;
  role: string;
  decider: string | null;
  decidedAtMs: number | null;
};

/** A change that waits for a second operator: [OPERATOR, PROPOSAL]. Sent even if it was decided in the meantime: an attempt was made. */
export const changeProposedNotice: Composer = async ({ db, origin }, [operatorId, proposalId = ""]) => {
  const found = await findProposal(db, operatorId, proposalId);
  if (!found) return "superseded";
  if (!found.email || found.role !== "operator") return "no-address";
  return { to: found.email, mail: changeProposedMail(factsOf(found), `${origin}${placeOfProposal(found)}`) };
};

/** One that was confirmed, and counts: [OPERATOR, PROPOSAL]. Also for the operator who was shut out by it. */
export const changeConfirmedNotice: Composer = async ({ db, origin }, [operatorId, proposalId = ""]) => {
  const found = await findProposal(db, operatorId, proposalId);
  if (!found || found.state !== "confirmed") return "superseded";
  if (!found.email || found.role !== "operator") return "no-address";
  const decided = { decider: found.decider ?? "", decidedAtMs: found.decidedAtMs ?? 0 };
  const mail = changeConfirmedMail({ ...factsOf(found), ...decided }, `${origin}${placeOfProposal(found)}`);
  return { to: found.email, mail };
};

const factsOf = ({ proposer, ...found }: Found): ProposalFacts => ({
  ...found,
  proposer: proposer ?? found.proposedBy,
});

async function findProposal(db: Database, operatorId: string, proposalId: string) {
  const [found] = await db.all<Found>(sql`SELECT ${proposalColumns}, proposed.state, readers.email, readers.role,
      coalesce(deciders.email, proposed.decided_by) AS decider, proposed.decided_at_ms AS decidedAtMs
    FROM change_proposals AS proposed JOIN users AS proposers ON proposers.id = proposed.proposed_by
      JOIN users AS readers ON readers.id = ${operatorId} LEFT JOIN users AS deciders ON deciders.id = proposed.decided_by
    WHERE proposed.id = ${proposalId}`);
  return found;
}
