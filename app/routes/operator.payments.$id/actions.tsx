import { paymentActionTexts as texts, paymentErrors } from "~/content/console-payment-texts";
import { formatUsd } from "~/domain/money";
import type { ReviewedPayment, Stray } from "~/areas/console/read-payment";
import { Button } from "~/ui/button";
import { Effects, TypedField } from "~/ui/console/form-parts";
import { Field } from "~/ui/field";
import { RiskNote } from "~/ui/risk-note";

export type Refused = {
  error: keyof typeof paymentErrors | null;
  /** Nothing was refused: the page tells what this fee, in cents, leaves, before it is kept. */
  toldFeeCents: number | null;
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
  if (!mayChange) return null;
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

function manualWords({ receivedCents, keptCents, returnedCents, amountCents, state, reason }: ReviewedPayment) {
  const received = (receivedCents ?? 0) - keptCents;
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
  const received = payment.receivedCents ?? payment.amountCents;
  const ours = refused?.intent === "refund" ? refused : null;
  if (payment.block !== null) return <RiskNote>{texts.blocks[payment.block]}</RiskNote>;
  const told = ours?.toldFeeCents ?? null;
  const isTooHigh = told !== null && told > payment.keepMostCents;
  const keptCents = isTooHigh ? 0 : (told ?? 0);
  const back = formatUsd(received - keptCents);
  const feeError = isTooHigh || ours?.error === "fee-too-high" ? texts.feeMost(formatUsd(payment.keepMostCents)) : null;
  return (
    <form method="post" noValidate className="flex flex-col gap-4 border-t border-peat-30 pt-5">
      <input type="hidden" name="intent" value="refund" />
      <h2 className="text-base font-semibold">{texts.refundTitle}</h2>
      <Effects
        effects={[
          ...(keptCents > 0 ? [texts.keeps(formatUsd(keptCents), formatUsd(received))] : []),
          ...texts.refundEffects[payment.purpose](back),
        ]}
      />
      {payment.mode === "Crypto" && <RiskNote>{texts.byHand}</RiskNote>}
      {payment.keepMostCents > 0 && (
        <Field
          name="fee"
          label={texts.fee}
          hint={texts.feeHint(formatUsd(payment.keepMostCents))}
          prefix="$"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={ours?.typed.fee ?? ""}
          error={ours?.error === "fee" ? paymentErrors.fee : (feeError ?? undefined)}
          // What goes back is told right above, and sent with the button right below: a phone would open at the top of the page.
          startHere={told !== null || ours?.error === "fee"}
        />
      )}
      {keptCents > 0 && <input type="hidden" name="seen" value={keptCents} />}
      <TypedField
        name="reason"
        label={texts.reason}
        hint={texts.reasonHint}
        typed={ours?.typed.reason}
        error={ours?.error === "reason" ? paymentErrors.reason : undefined}
      />
      <Button look="danger">{keptCents > 0 ? texts.refundLess(back, formatUsd(keptCents)) : texts.refund(back)}</Button>
    </form>
  );
}
