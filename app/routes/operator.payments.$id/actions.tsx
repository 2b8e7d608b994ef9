import { paymentActionTexts as texts, paymentErrors } from "~/content/console-payment-texts";
import { formatUsd } from "~/domain/money";
import type { ReviewedPayment } from "~/areas/console/read-payment";
import { Button } from "~/ui/button";
import { ConsoleForm, Effects } from "~/ui/console/form-parts";
import { RiskNote } from "~/ui/risk-note";

export type Refused = { error: keyof typeof paymentErrors | null; intent: string; typed: Record<string, string> };

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
  const { receivedCents, returnedCents } = payment;
  const due = formatUsd((receivedCents ?? 0) - returnedCents);
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
  const ours = refused?.intent === "refund" ? refused : null;
  if (payment.block !== null) return <RiskNote>{texts.blocks[payment.block]}</RiskNote>;
  const back = formatUsd(payment.receivedCents ?? payment.amountCents);
  return (
    <ConsoleForm
      ruled
      intent="refund"
      title="Refund this payment"
      lead={
        <>
          <Effects effects={texts.refundEffects[payment.purpose](back)} />
          {payment.mode === "Crypto" && (
            <RiskNote>
              Crypto is not refunded automatically: you send it by hand afterwards and record it here.
            </RiskNote>
          )}
        </>
      }
      fields={[{ name: "reason", label: "Reason", hint: "For the log. No personal data.", most: 200 }]}
      typed={ours?.typed}
      errors={ours?.error === "reason" ? { reason: paymentErrors.reason } : {}}
      button={`Refund ${back}`}
      look="danger"
    />
  );
}
