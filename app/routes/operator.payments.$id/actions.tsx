import { paymentActionTexts as texts, paymentErrors } from "~/content/console-payment-texts";
import { formatUsd } from "~/domain/money";
import type { ReviewedPayment } from "~/areas/console/read-payment";
import { Button } from "~/ui/button";
import { ConsoleForm, Effects } from "~/ui/console/form-parts";
import { RiskNote } from "~/ui/risk-note";

export type Refused = {
  error: keyof typeof paymentErrors | null;
  /** The page tells what this fee leaves before it is kept. */
  toldFeeCents: number | null;
  intent: string;
  typed: Record<string, string>;
};

type Props = { payment: ReviewedPayment; mayChange: boolean; isOwn: boolean; refused: Refused | null };

export function PaymentActions({ payment, mayChange, isOwn, refused }: Props) {
  if (!mayChange) return null;
  const isDue = payment.manualDue === 1;
  return (
    <div className="flex flex-col gap-6">
      <form method="post">
        <input type="hidden" name="intent" value="reread" />
        <Button look="secondary">Check again at the provider</Button>
        <p className="mt-2 text-xs text-peat-60">
          Asks whether it was paid or is disputed, and acts on the answer, usually within seconds; then reload this
          page. Refunds made at the provider are found through its messages or the hourly comparison.
        </p>
      </form>
      {isOwn && <p>This is your own payment. Another operator has to decide on it.</p>}
      {isDue && !isOwn && <ByHand payment={payment} refused={refused} />}
      {payment.state === "settled" && !isOwn && <GiveBack payment={payment} refused={refused} />}
    </div>
  );
}

function ByHand({ payment, refused }: Pick<Props, "payment" | "refused">) {
  const { receivedCents, keptCents, returnedCents } = payment;
  const due = formatUsd((receivedCents ?? 0) - keptCents - returnedCents);
  const ours = refused?.intent === "manual" ? refused : null;
  return (
    <ConsoleForm
      ruled
      intent="manual"
      title="Record a refund made by hand"
      lead={
        <p>
          The provider cannot send this money back. Send {due} from our bank first, then record it here. The purchase
          ends. This cannot be undone.
        </p>
      }
      fields={[
        {
          name: "reference",
          label: "Reference",
          most: 60,
          hint: "The transfer’s reference, as our bank or the blockchain shows it. The buyer sees it.",
        },
      ]}
      typed={ours?.typed}
      errors={ours?.error === "reference" ? { reference: paymentErrors.reference } : {}}
      button="Record the refund"
    />
  );
}

function GiveBack({ payment, refused }: Pick<Props, "payment" | "refused">) {
  const received = payment.receivedCents ?? payment.amountCents;
  const ours = refused?.intent === "refund" ? refused : null;
  if (payment.block !== null) return <RiskNote>{texts.blocks[payment.block]}</RiskNote>;
  const told = ours?.toldFeeCents ?? null;
  const isTooHigh = told !== null && told > payment.mostFeeCents;
  const keptCents = isTooHigh ? 0 : (told ?? 0);
  const back = formatUsd(received - keptCents);
  const feeError =
    isTooHigh || ours?.error === "fee-too-high" ? texts.feeMost(formatUsd(payment.mostFeeCents)) : undefined;
  return (
    <ConsoleForm
      ruled
      intent="refund"
      hidden={{ seen: keptCents > 0 ? keptCents : null }}
      title="Refund this payment"
      lead={
        <>
          <Effects
            effects={[
              ...(keptCents > 0
                ? [
                    `keeps ${formatUsd(keptCents)} of the ${formatUsd(received)} that arrived, and the email to the buyer says so`,
                  ]
                : []),
              ...texts.refundEffects[payment.purpose](back),
            ]}
          />
          {payment.mode === "Crypto" && (
            <RiskNote>
              Crypto is not refunded automatically: you send it by hand afterwards and record it here.
            </RiskNote>
          )}
        </>
      }
      fields={[
        payment.mostFeeCents > 0 && {
          name: "fee",
          label: "Cancellation fee that we keep",
          prefix: "$",
          figure: true,
          hint: `Only if the buyer was told the amount and agreed to it: at most ${formatUsd(payment.mostFeeCents)}, half of the price. Leave it empty to refund everything. You see what goes back before anything happens.`,
          // A phone would open at the top of the page.
          startHere: told !== null || ours?.error === "fee",
        },
        { name: "reason", label: "Reason", hint: "For the log. No personal data.", most: 200 },
      ]}
      typed={ours?.typed}
      errors={{
        fee: ours?.error === "fee" ? paymentErrors.fee : feeError,
        reason: ours?.error === "reason" ? paymentErrors.reason : undefined,
      }}
      button={keptCents > 0 ? `Refund ${back}, keep ${formatUsd(keptCents)}` : `Refund ${back}`}
      look="danger"
    />
  );
}
