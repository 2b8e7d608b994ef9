import { userTexts as texts } from "~/content/console-user-texts";
import { proposalErrors } from "~/content/proposal-texts";
import type { ProposedName } from "~/areas/holdings/certificates/correct-name";
import type { ReviewedUser } from "~/areas/console/read-user";
import { Button } from "~/ui/button";
import { RiskNote } from "~/ui/risk-note";
import { NameCard, NameForm } from "./name-forms";
import { OperatorStanding, type StandingProps } from "./operator-standing";
import { SuspendForm } from "./suspend-form";

export const actErrors = { ...proposalErrors, ...texts.errors };

export type Refused = { error: keyof typeof actErrors; typed: Record<string, string> };

type Props = {
  user: ReviewedUser;
  mayChange: boolean;
  isOwn: boolean;
  liveSessions: number;
  checkId: string;
  /** The name that waits for a second operator; null: none, or not for this viewer. */
  name: ProposedName | null;
  refused: Refused | null;
} & StandingProps;

/** What may be done about this person; what keeps them out or their money back stands first. */
export function Act(props: Props) {
  const { user, mayChange, isOwn, liveSessions, checkId, refused, proposal, ...page } = props;
  const isOperator = user.role === "operator";
  const isClosed = user.closedAtMs !== null;
  const may = mayChange && !isOwn && !isClosed;
  const isSuspended = user.suspendedAtMs !== null && !isClosed;
  return (
    <div className="flex flex-col gap-5 *:first:border-t-0 *:first:pt-0 @desk:row-span-2">
      {isClosed && <p>{texts.closedNote}</p>}
      {!isClosed && !mayChange && <p>{texts.readOnly}</p>}
      {!isClosed && mayChange && isOwn && <p>{texts.own}</p>}
      {isSuspended && <RiskNote>{texts.suspendedNote(user.suspendedBecause ?? "")}</RiskNote>}
      {user.lostDisputes > 0 && <RiskNote>{texts.liftNote(user.lostDisputes)}</RiskNote>}
      {isOperator && <OperatorStanding {...props} />}
      {may && !isOperator && isSuspended && <Plain intent="restore" label={texts.restore} />}
      {may && user.lostDisputes > 0 && <Plain intent="lift" label={texts.lift} />}
      {proposal?.kind === "name" && (
        <div>
          <NameCard proposal={proposal} name={page.name} viewerId={page.viewerId} mayChange={may} isOwn={isOwn} />
        </div>
      )}
      {may && liveSessions > 0 && <Plain intent="end-sessions" label={texts.endSessions(liveSessions)} />}
      {may && <IdentityForm checkId={checkId} />}
      {may && !proposal && <NameForm refused={refused} />}
      {may && !isOperator && !isSuspended && <SuspendForm of="user" refused={refused} />}
    </div>
  );
}

function Plain({ intent, label }: { intent: string; label: string }) {
  return (
    <form method="post">
      <input type="hidden" name="intent" value={intent} />
      <Button look="secondary">{label}</Button>
    </form>
  );
}

function IdentityForm({ checkId }: { checkId: string }) {
  return (
    <form method="post" className="flex flex-col gap-3 border-t border-peat-30 pt-5">
      <input type="hidden" name="intent" value="identity" />
      <input type="hidden" name="check" value={checkId} />
      <h2 className="font-semibold">{texts.identityTitle}</h2>
      <p className="text-peat-60">{texts.identityHint}</p>
      <div className="grid grid-cols-2 gap-3">
        <Button look="secondary" name="outcome" value="passed">
          {texts.passed}
        </Button>
        <Button look="secondary" name="outcome" value="failed">
          {texts.failed}
        </Button>
      </div>
    </form>
  );
}
