import { userTexts as texts } from "~/content/console-user-texts";
import { Button } from "~/ui/button";
import { Effects } from "~/ui/console/effects";
import { TypedField } from "~/ui/console/typed-field";

type SuspendFormProps = { refused: { error: string; typed: Record<string, string> } | null };

export function SuspendForm({ refused }: SuspendFormProps) {
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
