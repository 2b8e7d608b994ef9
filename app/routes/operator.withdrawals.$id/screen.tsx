import { sectionHref } from "~/content/console-sections";
import { decisionErrors, sectionTitles, withdrawalTexts as texts } from "~/content/console-texts";
import { formatUsd } from "~/domain/money";
import { Button } from "~/ui/button";
import { ConsolePage, type ConsolePageProps } from "~/ui/console/console-page";
import { Effects } from "~/ui/console/effects";
import { Refusal } from "~/ui/console/form-problem";
import { LinkRow } from "~/ui/console/page-links";
import { Field } from "~/ui/field";
import { Decide, refusals, type Refused } from "./decide";
import { RequestRows, type ReviewRequest } from "./request-rows";

/** As another operator proposed it, or as a line of the bank's answer says it. */
type CameBack = { reference: string; reason: string; by: { isViewer: boolean; name: string } | null };

type Props = { request: ReviewRequest; cameBack: CameBack; refused: Refused | null };

/** What was marked paid, and the bank sent back. */
function ReturnForm({ request, cameBack, refused }: Props) {
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

export type ReviewProps = {
  frame: Omit<ConsolePageProps, "title" | "children">;
  nowMs: number;
  request: ReviewRequest;
  /** null: not shown, or it cannot be opened. */
  accountNumber: string | null;
  /** The page shows the account number, and the log says so. */
  opens: boolean;
  isOwn: boolean;
  proposal: { byViewer: boolean; by: string; reference: string | null } | null;
  cameBack: CameBack;
  refused: Refused | null;
};

export function ReviewScreen({ frame, request, refused, ...page }: ReviewProps) {
  return (
    <ConsolePage {...frame} title={texts.title(formatUsd(request.amountCents), request.holderName)}>
      {refused && <Problem error={refused.error} />}
      <div className="grid gap-6 @desk:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          {page.opens && <p className="mb-3 text-xs text-peat-60">{texts.logged}</p>}
          <RequestRows request={request} nowMs={page.nowMs} accountNumber={page.accountNumber} opens={page.opens} />
          <LinkRow
            links={[
              [sectionHref("withdrawals"), sectionTitles.withdrawals],
              ...(request.runNumber === null
                ? []
                : [[`/operator/payout-runs/${request.runId}`, texts.toRun(request.runNumber)] as const]),
              [`${sectionHref("log")}?of=withdrawal:${request.id}`, texts.log],
            ]}
          />
        </div>
        {(request.state === "progress" || request.state === "sending") && (
          <Decide {...page} request={request} mayChange={frame.mayChange} refused={refused} />
        )}
        {request.state === "paid" && frame.mayChange && !page.isOwn && (
          <ReturnForm request={request} cameBack={page.cameBack} refused={refused} />
        )}
      </div>
    </ConsolePage>
  );
}

const FIELDS: readonly Refused["error"][] = [
  "bank_reference",
  "reason",
  "call_back_reason",
  "return_reference",
  "return_reason",
];

/** Also where there is nothing left to decide. */
function Problem({ error }: Pick<Refused, "error">) {
  return <Refusal message={refusals[error]} field={FIELDS.includes(error) ? error : null} />;
}
