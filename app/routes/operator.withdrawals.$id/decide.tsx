import { decisionErrors, settingTexts, withdrawalTexts as texts } from "~/content/console-texts";
import { formatInstant } from "~/domain/instant";
import { formatUsd } from "~/domain/money";
import { Button } from "~/ui/button";
import { Effects } from "~/ui/console/effects";
import { TypedField } from "~/ui/console/typed-field";
import { RiskNote } from "~/ui/risk-note";
import type { ReviewRequest } from "./request-rows";

export type Refused = {
  error: keyof typeof decisionErrors;
  typed: { bank_reference: string; reason: string };
};

type Props = {
  request: ReviewRequest;
  nowMs: number;
  mayChange: boolean;
  isOwn: boolean;
  proposal: { byViewer: boolean; reference: string | null } | null;
  refused: Refused | null;
};

/** What stands in the way of paying, what paying does, and rejecting below it. */
export function Decide({ request, nowMs, mayChange, isOwn, proposal, refused }: Props) {
  const why = blockText(request, nowMs);
  const may = mayChange && !isOwn;
  return (
    <div className="flex flex-col gap-5">
      {!mayChange && <p>{texts.readOnly}</p>}
      {mayChange && isOwn && <p>{texts.own}</p>}
      {request.holderDiffers === 1 && <RiskNote>{texts.differs}</RiskNote>}
      {why && <RiskNote>{why}</RiskNote>}
      {may && request.block === "review-needed" && <ClearForm />}
      {may && !why && <PayForm request={request} proposal={proposal} refused={refused} />}
      {may && <RejectForm refused={refused} />}
    </div>
  );
}

function blockText(request: ReviewRequest, nowMs: number): string | null {
  if (request.payableFromMs > nowMs) return texts.blocks["must-wait"](formatInstant(request.payableFromMs));
  if (request.stakeState === "frozen") return texts.blocks["stake-frozen"];
  if (request.block === null) return null;
  const limit = request.overLimit as keyof typeof settingTexts.labels | null;
  const over = request.block === "review-needed" && limit ? ` ${texts.overLimit(settingTexts.labels[limit])}.` : "";
  return `${texts.blocks[request.block]}${over}`;
}

function ClearForm() {
  return (
    <form method="post">
      <input type="hidden" name="intent" value="clear" />
      <Button look="secondary">{texts.clear}</Button>
    </form>
  );
}

function PayForm({ request, proposal, refused }: Pick<Props, "request" | "proposal" | "refused">) {
  const amount = formatUsd(request.amountCents);
  const proposed = proposal && !proposal.byViewer ? proposal.reference : null;
  const intent = !request.needsTwo ? "pay" : proposed === null ? "propose" : "confirm";
  const error = refused?.error === "bank-reference" ? decisionErrors["bank-reference"] : undefined;
  return (
    <form method="post" noValidate className="flex flex-col gap-4">
      <input type="hidden" name="intent" value={intent} />
      {request.needsTwo === 1 && <p>{texts.twoPeople}</p>}
      {proposal && <p>{(proposal.byViewer ? texts.proposedByYou : texts.proposedByOther)(proposal.reference ?? "")}</p>}
      <TypedField
        name="bank_reference"
        label={texts.reference}
        hint={texts.referenceHint}
        typed={refused?.typed.bank_reference ?? proposed}
        error={error}
      />
      {intent !== "propose" && (
        <Effects title={texts.payTitle} effects={texts.payEffects(amount, request.holderName)} />
      )}
      <Button>{texts[intent](amount)}</Button>
    </form>
  );
}

function RejectForm({ refused }: Pick<Props, "refused">) {
  const error = refused?.error === "reason" ? decisionErrors.reason : undefined;
  return (
    <form method="post" noValidate className="flex flex-col gap-4 border-t border-peat-30 pt-5">
      <input type="hidden" name="intent" value="reject" />
      <TypedField
        name="reason"
        label={texts.reason}
        hint={texts.reasonHint}
        typed={refused?.typed.reason}
        error={error}
      />
      <Button look="danger">{texts.reject}</Button>
    </form>
  );
}
