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
      <h2 className="font-semibold">Suspension</h2>
      <input type="hidden" name="intent" value="suspend" />
      <TypedField
        name="reason"
        label={texts.reason}
        hint={texts.reasonHint}
        typed={refused?.typed.reason}
        error={refused?.error === "reason" ? texts.errors.reason : undefined}
      />
      <Effects
        title="What this does"
        effects={[
          "ends every session at once",
          "no signing in, buying, withdrawing or being paid",
          "what they have already paid for is still settled",
          "they are told to write to us, but not why",
        ]}
      />
      <Button look="danger">Suspend this account</Button>
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
      {isClosed && <p>This account is closed. Only the books remain, under its number.</p>}
      {!isClosed && mayChange && isOwn && <p>This is your own account. Another operator has to act on it.</p>}
      {isSuspended && <RiskNote>{texts.suspendedNote(user.suspendedBecause ?? "")}</RiskNote>}
      {user.lostDisputes > 0 && <RiskNote>{texts.liftNote(user.lostDisputes)}</RiskNote>}
      {may && isSuspended && <Plain intent="restore" label="Lift the suspension" />}
      {may && user.lostDisputes > 0 && <Plain intent="lift" label="Dealt with: resume payouts" />}
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

/** For a person who asked by letter, email or phone: a copy of their data, or the erasure. */
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
      {user.role === "investor" && user.closingAskedAtMs === null && (
        <form method="post" className="mt-5 flex flex-col gap-2">
          <input type="hidden" name="intent" value="erase" />
          <p className="text-peat-60">
            First hand over the data, if they asked for that too. The account closes as if they had asked here: they are
            told and can stop it, and it waits a week or two. It stays open while it holds stakes or money.
          </p>
          <Button look="danger">Begin the erasure</Button>
        </form>
      )}
    </Fold>
  );
}

const NAME_FIELDS = ["full_name", "name_on_certificate", "name_reason"] as const;

const NAME_WORDS = {
  full_name: { label: "Right name", maxLength: 120 },
  name_on_certificate: {
    label: "On certificates",
    hint: "Only if certificates cannot print the name: the same name in Latin letters.",
    maxLength: 120,
  },
  name_reason: { label: texts.reason, hint: texts.reasonHint, maxLength: 200 },
} as const;

function NameForm({ refused }: { refused: Refused | null }) {
  const typed = refused?.typed.intent === "name" ? refused : null;
  return (
    <Fold title="Another name" open={typed !== null}>
      <form method="post" noValidate className="flex flex-col gap-4">
        <input type="hidden" name="intent" value="name" />
        <p className="text-peat-60">
          Certificates in the old name become void, new ones take their place, and the person is told.
        </p>
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
        <Button look="secondary">Correct the name</Button>
      </form>
    </Fold>
  );
}
