import { payoutTexts as texts } from "~/content/console-payout-texts";
import { Button } from "~/ui/button";
import { Effects } from "~/ui/console/effects";
import { TypedField } from "~/ui/console/typed-field";
import type { Refused } from "./screen";

export function CallBack({ refused }: { refused: Refused | null }) {
  return (
    <form method="post" noValidate className="flex max-w-120 flex-col gap-4 border-t border-peat-30 pt-5">
      <input type="hidden" name="intent" value="call-back" />
      <p className="font-semibold">{texts.callBackLead}</p>
      <Effects title={texts.callBackTitle} effects={[...texts.callBackEffects]} />
      <TypedField
        name="reason"
        label={texts.reason}
        hint={texts.reasonHint}
        typed={refused?.typed.reason}
        error={refused?.errors.reason && texts.errors.reason}
      />
      <Button look="danger">{texts.callBack}</Button>
    </form>
  );
}
