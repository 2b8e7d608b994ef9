import { paymentActionTexts as texts, paymentErrors } from "~/content/console-payment-texts";
import { formatUsd } from "~/domain/money";
import type { ReviewedPayment, Stray } from "~/areas/console/read-payment";
import { Button } from "~/ui/button";
import { Effects } from "~/ui/console/effects";
import { TypedField } from "~/ui/console/typed-field";
import { RiskNote } from "~/ui/risk-note";

export type Refused = {
  error: keyof typeof paymentErrors;
  intent: string;
  typed: Record<string, string>;
};

type Props = {
  payment: ReviewedPayment;
  strays: Stray[];
  mayChange: boolean;
  isOwn: boolean;
  refused: Refused | null;
};

/** What an operator may do now; what is not possible is not shown, and why stands in its place. */
export function PaymentActions({ payment, strays, mayChange, isOwn, refused }: Props) {
  if (!mayChange) return <p>{texts.readOnly}</p>;
  const isDue = payment.manualDue === 1;
  // One form at a time: the next one shows once this is recorded.
  const [stray] = strays;
  return (
    <div className="flex flex-col gap-6">
      <form method="post">
        <input type="hidden" name="intent" value="reread" />
        <Button look="secondary">{texts.reread}</Button>
        <p className="mt-2 text-xs text-peat-60">{texts.rereadHint}</p>
      </form>
      {isOwn && <p>{texts.own}</p>}
      {stray && !isOwn && !isDue && (
        <ByHand
          intent="stray"
          session={stray.sessionId}
          title={texts.strayTitle}
          hint={texts.strayHint(formatUsd(stray.receivedCents))}
          refused={refused}
        />
      )}
      {isDue && !isOwn && (
        <ByHand intent="manual" due={payment.receivedCents} {...manualWords(payment)} refused={refused} />
      )}
      {payment.state === "settled" && !isOwn && <GiveBack payment={payment} refused={refused} />}
    </div>
  );
}

function manualWords({ receivedCents, returnedCents, amountCents, state, reason }: ReviewedPayment) {
  const received = receivedCents ?? 0;
  if (state === "refunding" && reason === "underpaid")
    return { title: texts.underpaidTitle, hint: texts.underpaidHint(formatUsd(received), formatUsd(amountCents)) };
  return { title: texts.manualTitle, hint: texts.manualHint(formatUsd(received - returnedCents)) };
}

type ByHandProps = {
  intent: "manual" | "stray";
  session?: string;
  /** What has arrived, as this page shows it: more of it may come meanwhile. */
  due?: number | null;
  title: string;
  hint: string;
  refused: Refused | null;
};

function ByHand({ intent, session, due, title, hint, refused }: ByHandProps) {
  const isOurs = refused?.intent === intent && (session === undefined || refused.typed.session === session);
  const error = isOurs && refused.error === "reference" ? paymentErrors.reference : undefined;
  return (
    <form method="post" noValidate className="flex flex-col gap-4 border-t border-peat-30 pt-5">
      <input type="hidden" name="intent" value={intent} />
      {due !== undefined && due !== null && <input type="hidden" name="due" value={due} />}
      {session !== undefined && <input type="hidden" name="session" value={session} />}
      <h2 className="text-base font-semibold">{title}</h2>
      <p>{hint}</p>
      <TypedField
        name="reference"
        label={texts.reference}
        hint={texts.referenceHint}
        typed={isOurs ? refused.typed.reference : undefined}
        error={error}
      />
      <Button>{texts.record}</Button>
    </form>
  );
}

function GiveBack({ payment, refused }: Pick<Props, "payment" | "refused">) {
  const amount = formatUsd(payment.receivedCents ?? payment.amountCents);
  const isOurs = refused?.intent === "refund";
  const error = isOurs && refused.error === "reason" ? paymentErrors.reason : undefined;
  if (payment.block !== null) return <RiskNote>{texts.blocks[payment.block]}</RiskNote>;
  return (
    <form method="post" noValidate className="flex flex-col gap-4 border-t border-peat-30 pt-5">
      <input type="hidden" name="intent" value="refund" />
      <h2 className="text-base font-semibold">{texts.refundTitle}</h2>
      <Effects effects={texts.refundEffects[payment.purpose](amount)} />
      {payment.mode === "Crypto" && <RiskNote>{texts.byHand}</RiskNote>}
      <TypedField
        name="reason"
        label={texts.reason}
        hint={texts.reasonHint}
        typed={isOurs ? refused.typed.reason : undefined}
        error={error}
      />
      <Button look="danger">{texts.refund(amount)}</Button>
    </form>
  );
}
