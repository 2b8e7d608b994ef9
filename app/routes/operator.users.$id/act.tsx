import type { ReviewedUser } from "~/areas/console/read-user";
import { sectionHref } from "~/content/console-sections";
import { userTexts as texts } from "~/content/console-user-texts";
import { Button } from "~/ui/button";
import { Effects, TypedField } from "~/ui/console/form-parts";
import { Fold } from "~/ui/fold";
import { RiskNote } from "~/ui/risk-note";
import { Field } from "~/ui/field";

type SuspendFormProps = { refused: { error: string; typed: Record<string, string> } | null };

function SuspendForm({ refused }: SuspendFormProps) {
  return (
    <form method="post" noValidate className="flex flex-col gap-4 border-t border-peat-30 pt-5">
      <h2 className="font-semibold">{texts.suspension}</h2>
      <input type="hidden" name="intent" value="suspend" />
      <TypedField
        name="reason"
        label={texts.reason}
        hint={texts.reasonHint}
        typed={refused?.typed.reason}
        error={refused?.error === "reason" ? texts.errors.reason : undefined}
      />
      <Effects title={texts.suspendTitle} effects={texts.suspendEffects} />
      <Button look="danger">{texts.suspend}</Button>
    </form>
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

/** What may be done about this person; what keeps them out or their money back stands first. */
export function Act({ user, mayChange, isOwn, liveSessions, checkId, refused }: Props) {
  const isClosed = user.closedAtMs !== null;
  const may = mayChange && !isOwn && !isClosed;
  const isSuspended = user.suspendedAtMs !== null && !isClosed;
  return (
    <div className="flex flex-col gap-5 *:first:border-t-0 *:first:pt-0 @desk:row-span-2">
      {isClosed && <p>{texts.closedNote}</p>}
      {!isClosed && mayChange && isOwn && <p>{texts.own}</p>}
      {isSuspended && <RiskNote>{texts.suspendedNote(user.suspendedBecause ?? "")}</RiskNote>}
      {user.lostDisputes > 0 && <RiskNote>{texts.liftNote(user.lostDisputes)}</RiskNote>}
      {may && isSuspended && <Plain intent="restore" label={texts.restore} />}
      {may && user.lostDisputes > 0 && <Plain intent="lift" label={texts.lift} />}
      {may && liveSessions > 0 && <Plain intent="end-sessions" label={texts.endSessions(liveSessions)} />}
      {may && <IdentityForm checkId={checkId} />}
      {may && <NameForm refused={refused} />}
      {may && <DataForms user={user} />}
      {may && !isSuspended && <SuspendForm refused={refused} />}
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

/** For a person who asked by letter, email or phone: a copy of their data, or the erasure. */
function DataForms({ user }: Pick<Props, "user">) {
  return (
    <Fold title={texts.data.title} open={false}>
      <form method="post" action={`${sectionHref("users")}/${user.id}/archive`} className="flex flex-col gap-2">
        <p className="text-peat-60">{texts.data.fileHint}</p>
        <Button look="secondary">{texts.data.file}</Button>
      </form>
      {user.role === "investor" && user.closingAskedAtMs === null && (
        <form method="post" className="mt-5 flex flex-col gap-2">
          <input type="hidden" name="intent" value="erase" />
          <p className="text-peat-60">{texts.data.eraseHint}</p>
          <Button look="danger">{texts.data.erase}</Button>
        </form>
      )}
    </Fold>
  );
}

const NAME_FIELDS = ["full_name", "name_on_certificate", "name_reason"] as const;

const NAME_WORDS = {
  full_name: { label: texts.name.fullName, maxLength: 120 },
  name_on_certificate: { label: texts.name.latin, hint: texts.name.latinHint, maxLength: 120 },
  name_reason: { label: texts.reason, hint: texts.reasonHint, maxLength: 200 },
} as const;

function NameForm({ refused }: { refused: Refused | null }) {
  const typed = refused?.typed.intent === "name" ? refused : null;
  return (
    <Fold title={texts.name.title} open={typed !== null}>
      <form method="post" noValidate className="flex flex-col gap-4">
        <input type="hidden" name="intent" value="name" />
        <p className="text-peat-60">{texts.name.lead}</p>
        {NAME_FIELDS.map((name) => (
          <Field
            key={name}
            {...NAME_WORDS[name]}
            name={name}
            autoComplete="off"
            defaultValue={typed?.typed[name] ?? ""}
            error={typed?.error === name ? texts.errors[name] : undefined}
            startHere={typed?.error === name}
          />
        ))}
        <Button look="secondary">{texts.name.correct}</Button>
      </form>
    </Fold>
  );
}
