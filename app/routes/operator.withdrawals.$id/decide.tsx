import { decisionErrors, payoutBlocks, settingTexts, withdrawalTexts as texts } from "~/content/console-texts";
import { proposalErrors } from "~/content/proposal-texts";
import { formatInstant } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { ConsoleForm, Effects } from "~/ui/console/form-parts";
import { RiskNote } from "~/ui/risk-note";
import type { ReviewRequest } from "./screen";

export const refusals = { ...proposalErrors, ...decisionErrors };

export type Refused = { error: keyof typeof refusals; typed: Record<string, string> };

export type DecideProps = {
  request: ReviewRequest;
  nowMs: number;
  mayChange: boolean;
  isOwn: boolean;
  proposal: { byViewer: boolean; by: string; reference: string | null } | null;
  refused: Refused | null;
};

export function Decide({ request, nowMs, mayChange, isOwn, proposal, refused }: DecideProps) {
  const why = blockText(request, nowMs);
  const may = mayChange && !isOwn;
  return (
    <div className="flex flex-col gap-5">
      {mayChange && isOwn && <p>This is your own withdrawal. Another operator has to decide on it.</p>}
      {request.holderDiffers === 1 && <RiskNote>The account holder’s name is not the one in the profile.</RiskNote>}
      {why && <RiskNote>{why}</RiskNote>}
      {request.runNumber !== null && <p>{`It is in payout run ${request.runNumber}, where it is marked paid.`}</p>}
      {may && request.block === "review-needed" && (
        <ConsoleForm intent="clear" button="Clear it for payment" look="secondary" />
      )}
      {may && !why && request.runNumber === null && <Pay request={request} proposal={proposal} refused={refused} />}
      {may && proposal && <CallBackForm refused={refused} />}
      {may && <RejectForm refused={refused} isSent={request.state === "sending"} />}
    </div>
  );
}

function blockText(request: ReviewRequest, nowMs: number): string | null {
  if (request.payableFromMs > nowMs)
    return `It is still in its 48-hour hold and may be paid from ${formatInstant(request.payableFromMs)}.`;
  if (request.takenBack) return payoutBlocks["stake-frozen"];
  if (request.block === null) return null;
  const limit = request.overLimit as keyof typeof settingTexts.labels | null;
  const over = request.block === "review-needed" && limit ? ` Over the limit: ${settingTexts.labels[limit]}.` : "";
  return `${payoutBlocks[request.block]}${over}`;
}

/** Any operator may propose what rests on their own word; another pays it. */
function Pay(props: Pick<DecideProps, "request" | "proposal" | "refused">) {
  const { request, proposal } = props;
  const isPaying = request.needsTwo === 0 || (proposal !== null && !proposal.byViewer);
  if (request.restsOnThem === 1 && isPaying)
    return (
      <RiskNote>
        You valued its cask, checked or cleared this person, or lifted a block on them: another operator has to pay it.
      </RiskNote>
    );
  return <PayForm {...props} />;
}

const errorsOf = (refused: Refused | null) => (refused ? { [refused.error]: refusals[refused.error] } : {});

function CallBackForm({ refused }: Pick<DecideProps, "refused">) {
  return (
    <ConsoleForm
      ruled
      intent="call-back"
      lead="The request goes back to waiting, and the investor can cancel it. Make sure that the bank does not pay it."
      fields={[
        { name: "call_back_reason", label: "Why it is called back", most: 200, hint: "For the log. No personal data." },
      ]}
      typed={refused?.typed}
      errors={errorsOf(refused)}
      button="Call the proposal back"
      look="secondary"
    />
  );
}

const PAY_WORDS = {
  pay: (amount: string) => `Mark ${amount} paid`,
  propose: (amount: string) => `Propose paying ${amount}`,
  confirm: (amount: string) => `Confirm and mark ${amount} paid`,
};

function PayForm({ request, proposal, refused }: Pick<DecideProps, "request" | "proposal" | "refused">) {
  const amount = formatUsd(request.amountCents);
  const proposed = proposal && !proposal.byViewer ? proposal.reference : null;
  const intent = !request.needsTwo ? "pay" : proposed === null ? "propose" : "confirm";
  const lead = (
    <>
      {request.needsTwo === 1 && (
        <p>This amount needs two operators: one proposes it with the reference, another confirms it.</p>
      )}
      {proposal && (
        <p>
          {proposal.byViewer
            ? `You proposed it under ${proposal.reference}, so another operator has to confirm it.`
            : `${proposal.by} proposed it under ${proposal.reference}.`}
        </p>
      )}
    </>
  );
  return (
    <ConsoleForm
      intent={intent}
      lead={lead}
      fields={[
        {
          name: "bank_reference",
          label: "Bank reference",
          most: 60,
          value: proposed,
          hint: "The transfer’s reference, as your bank shows it. The investor sees it.",
        },
      ]}
      typed={refused?.typed}
      errors={errorsOf(refused)}
      button={PAY_WORDS[intent](amount)}
    >
      {intent !== "propose" && (
        <Effects title="What this does" effects={texts.payEffects(amount, request.holderName)} />
      )}
    </ConsoleForm>
  );
}

function RejectForm({ refused, isSent }: Pick<DecideProps, "refused"> & { isSent: boolean }) {
  return (
    <ConsoleForm
      ruled
      intent="reject"
      hidden={{ seen: isSent ? "sending" : "progress" }}
      lead={isSent && <p>If the bank has sent the money back, reject it: the amount is available again.</p>}
      fields={[
        {
          name: "reason",
          label: "Reason",
          most: 200,
          hint: "The investor reads it, and the money becomes available again.",
        },
      ]}
      typed={refused?.typed}
      errors={errorsOf(refused)}
      button="Reject with this reason"
      look="danger"
    />
  );
}
