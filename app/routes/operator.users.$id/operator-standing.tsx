import { userTexts as texts } from "~/content/console-user-texts";
import { proposalTexts } from "~/content/proposal-texts";
import type { ReviewedUser } from "~/areas/console/read-user";
import type { ShownProposal } from "~/core/proposals/show-proposal";
import { Button } from "~/ui/button";
import { ProposalCard } from "~/ui/console/proposal-card";
import { RiskNote } from "~/ui/risk-note";
import { SuspendForm } from "./suspend-form";

export type StandingProps = {
  viewerId: string;
  proposal: ShownProposal | null;
  /** At work, up to three. */
  operators: number;
};

type Props = StandingProps & {
  user: ReviewedUser;
  mayChange: boolean;
  isOwn: boolean;
  refused: { error: string; typed: Record<string, string> } | null;
};

/** An operator is shut out, and let in again, by two others. */
export function OperatorStanding({ user, mayChange, isOwn, viewerId, proposal, operators, refused }: Props) {
  if (user.closedAtMs !== null) return null;
  const isSuspended = user.suspendedAtMs !== null;
  return (
    <>
      {proposal && proposal.kind !== "name" && (
        <ProposalCard
          proposal={proposal}
          viewerId={viewerId}
          mayChange={mayChange}
          barred={isOwn ? proposalTexts.aboutYou : null}
          seen={{ change: proposal.kind === "suspension" ? "suspend" : "restore" }}
        />
      )}
      {mayChange && !isOwn && operators < 2 && <RiskNote>{proposalTexts.onlyTwo}</RiskNote>}
      {mayChange &&
        !isOwn &&
        !proposal &&
        (isSuspended ? <RestoreForm /> : <SuspendForm of="operator" refused={refused} />)}
    </>
  );
}

function RestoreForm() {
  return (
    <form method="post">
      <input type="hidden" name="intent" value="propose" />
      <input type="hidden" name="change" value="restore" />
      <Button look="secondary">{texts.restoreOperator}</Button>
    </form>
  );
}
