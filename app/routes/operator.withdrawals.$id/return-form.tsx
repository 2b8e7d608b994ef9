import { decisionErrors, withdrawalTexts as texts } from "~/content/console-texts";
import { formatUsd } from "~/domain/money";
import { Button } from "~/ui/button";
import { Effects } from "~/ui/console/effects";
import { Field } from "~/ui/field";
import type { Refused } from "./decide";
import type { ReviewRequest } from "./request-rows";

/** As another operator proposed it, or as a line of the bank's answer says it. */
export type CameBack = { reference: string; reason: string; by: { isViewer: boolean; name: string } | null };

type Props = { request: ReviewRequest; cameBack: CameBack; refused: Refused | null };

/** What was marked paid, and the bank sent back. */
export function ReturnForm({ request, cameBack, refused }: Props) {
  const { by } = cameBack;
  const amount = formatUsd(request.amountCents);
  const intent = !request.needsTwo ? "return" : by && !by.isViewer ? "confirm-return" : "propose-return";
  const errorOf = (name: "return_reference" | "return_reason") =>
    refused?.error === name ? decisionErrors[name] : undefined;
  return (
    <form method="post" noValidate className="flex flex-col gap-4">
      <input type="hidden" name="intent" value={intent} />
      <h2 className="font-semibold">{texts.returnTitle}</h2>
      {request.needsTwo === 1 && <p>{texts.returnTwo}</p>}
      {by && <p>{by.isViewer ? texts.returnByYou : texts.returnByOther(by.name)}</p>}
      <Field
        name="return_reference"
        label={texts.returnReference}
        hint={texts.returnReferenceHint}
        maxLength={60}
        autoComplete="off"
        defaultValue={refused?.typed.return_reference ?? cameBack.reference}
        error={errorOf("return_reference")}
      />
      <Field
        name="return_reason"
        label={texts.returnReason}
        hint={texts.returnReasonHint}
        maxLength={200}
        autoComplete="off"
        defaultValue={refused?.typed.return_reason ?? cameBack.reason}
        error={errorOf("return_reason")}
      />
      {intent !== "propose-return" && (
        <Effects title={texts.payTitle} effects={texts.returnEffects(amount, request.holderName)} />
      )}
      <Button look="secondary">{texts[intent](amount)}</Button>
    </form>
  );
}
