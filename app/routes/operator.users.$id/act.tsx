import type { ReviewedUser } from "~/areas/console/read-user";
import { sectionHref } from "~/content/console-sections";
import { userTexts as texts } from "~/content/console-user-texts";
import { Button } from "~/ui/button";
import { ConsoleForm, Effects } from "~/ui/console/form-parts";
import { Fold } from "~/ui/fold";
import { RiskNote } from "~/ui/risk-note";

function SuspendForm({ refused }: Pick<Props, "refused">) {
  const isRefused = refused?.error === "reason";
  return (
    <Fold title="Suspension" open={isRefused}>
      <ConsoleForm
        intent="suspend"
        fields={[{ name: "reason", label: "Reason", hint: texts.reasonHint, most: 200 }]}
        typed={refused?.typed}
        errors={isRefused ? { reason: texts.errors.reason } : {}}
        button="Suspend this account"
        look="danger"
      >
        <Effects
          title="What this does"
          effects={[
            "ends every session at once",
            "no logging in, buying, withdrawing or being paid",
            "what they have already paid for is still settled",
            "they are told to write to us, but not why",
          ]}
        />
      </ConsoleForm>
    </Fold>
  );
}

export type Refused = { error: keyof typeof texts.errors; typed: Record<string, string> };

type Props = {
  user: ReviewedUser;
  mayChange: boolean;
  isOwn: boolean;
  liveSessions: number;
  checkId: string;
  refused: Refused | null;
};

export function Act({ user, mayChange, isOwn, liveSessions, checkId, refused }: Props) {
  const isClosed = user.closedAtMs !== null;
  const may = mayChange && !isOwn && !isClosed;
  const isSuspended = user.suspendedAtMs !== null && !isClosed;
  return (
    <div className="flex flex-col gap-5 *:first:border-t-0 *:first:pt-0 @desk:row-span-2">
      {isClosed && <p>This account is closed. Only the books remain, under its number.</p>}
      {!isClosed && mayChange && isOwn && <p>This is your own account. Another operator has to act on it.</p>}
      {isSuspended && <RiskNote>{texts.suspendedNote(user.suspendedBecause ?? "")}</RiskNote>}
      {user.lostDisputes > 0 && <RiskNote>{texts.liftNote(user.lostDisputes)}</RiskNote>}
      {may && isSuspended && <ConsoleForm intent="restore" button="Lift the suspension" look="secondary" />}
      {may && user.lostDisputes > 0 && (
        <ConsoleForm intent="lift" button="Dealt with: resume payouts" look="secondary" />
      )}
      {may && liveSessions > 0 && (
        <ConsoleForm intent="end-sessions" button={texts.endSessions(liveSessions)} look="secondary" />
      )}
      {may && <IdentityForm checkId={checkId} />}
      {may && <DataForms user={user} />}
      {may && !isSuspended && <SuspendForm refused={refused} />}
    </div>
  );
}

function IdentityForm({ checkId }: { checkId: string }) {
  return (
    <form method="post" className="flex flex-col gap-3 border-t border-peat-30 pt-5">
      <input type="hidden" name="intent" value="identity" />
      <input type="hidden" name="check" value={checkId} />
      <h2 className="font-semibold">Identity check</h2>
      <p className="text-peat-60">
        You compared this person with an identity document. Only the latest one counts; no copy is kept here.
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Button look="secondary" name="outcome" value="passed">
          It is this person
        </Button>
        <Button look="secondary" name="outcome" value="failed">
          It is not
        </Button>
      </div>
    </form>
  );
}

function DataForms({ user }: Pick<Props, "user">) {
  return (
    <Fold title="Asked for data or erasure" open={false}>
      <form method="post" action={`${sectionHref("users")}/${user.id}/archive`} className="flex flex-col gap-2">
        <p className="text-peat-60">
          What they could download themselves, without the account number. They are told, and the log records that you
          made it. Check that it is really them before you hand it over.
        </p>
        <Button look="secondary">Make the file (JSON)</Button>
      </form>
      {user.role === "investor" && (
        <ConsoleForm
          className="mt-5"
          intent="erase"
          lead="First hand over the data, if they asked for that too. The account is closed for good, and they are told. It cannot be closed while it holds stakes or money, or anything is under way."
          button="Erase and close the account"
          look="danger"
        />
      )}
    </Fold>
  );
}
