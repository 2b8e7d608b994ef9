import { decisionErrors, payoutBlocks, settingTexts, withdrawalTexts as texts } from "~/content/console-texts";
import { proposalErrors } from "~/content/proposal-texts";
import { formatInstant } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { ConsoleForm, type ConsoleFormProps, Effects } from "~/ui/console/form-parts";
import { RiskNote } from "~/ui/risk-note";
import type { ReviewRequest } from "./screen";

export const refusals = { ...proposalErrors, ...decisionErrors };

export type Refused = { error: keyof typeof refusals; typed: Record<string, string> };

export type DecideProps = {
  request: ReviewRequest;
  nowMs: number;
  mayChange: boolean;
  isOwn: boolean;
  proposal: Proposer;
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
  const isPaying = request.needsTwo === 0 || (proposal !== null && !proposal.isViewer);
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

/** The operator who has proposed it; null: nobody has. */
export type Proposer = { isViewer: boolean; name: string } | null;

type Step = "alone" | "propose" | "confirm";
type TwoPersonProps = Omit<ConsoleFormProps, "intent" | "button" | "errors"> & {
  needsTwo: number;
  by: Proposer;
  reference?: string | null;
  /** The intent and the button of each step. */
  steps: Record<Step, readonly [intent: string, button: string]>;
  effects: readonly string[];
  refused: Refused | null;
};

/** What one operator may do alone up to a limit; above it one proposes it and another confirms it. */
export function TwoPersonForm({ needsTwo, by, reference = null, steps, effects, refused, ...form }: TwoPersonProps) {
  const step = !needsTwo ? "alone" : by && !by.isViewer ? "confirm" : "propose";
  const [intent, button] = steps[step];
  const under = reference === null ? "" : ` under ${reference}`;
  const lead = (
    <>
      {needsTwo === 1 && <p>This amount needs two operators: one proposes it, another confirms it.</p>}
      {by && (
        <p>
          {by.isViewer
            ? `You proposed it${under}: another operator has to confirm it.`
            : `${by.name} proposed it${under}.`}
        </p>
      )}
    </>
  );
  return (
    <ConsoleForm
      {...form}
      intent={intent}
      lead={lead}
      typed={refused?.typed}
      errors={errorsOf(refused)}
      button={button}
    >
      {step !== "propose" && <Effects title="What this does" effects={effects} />}
    </ConsoleForm>
  );
}

function PayForm({ request, proposal, refused }: Pick<DecideProps, "request" | "proposal" | "refused">) {
  const amount = formatUsd(request.amountCents);
  return (
    <TwoPersonForm
      needsTwo={request.needsTwo}
      by={proposal}
      reference={request.proposedReference}
      steps={{
        alone: ["pay", `Mark ${amount} paid`],
        propose: ["propose", `Propose paying ${amount}`],
        confirm: ["confirm", `Confirm and mark ${amount} paid`],
      }}
      effects={texts.payEffects(amount, request.holderName)}
      fields={[
        {
          name: "bank_reference",
          label: "Bank reference",
          most: 60,
          value: request.proposedReference,
          hint: "The transfer’s reference, as your bank shows it. The investor sees it.",
        },
      ]}
      refused={refused}
    />
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
