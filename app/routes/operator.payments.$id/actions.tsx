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
        <Button look="secondary">Check again at the provider</Button>
        <p className="mt-2 text-xs text-peat-60">
          Asks whether it was paid or is disputed, and acts on the answer, usually within seconds; then reload this
          page. Refunds made at the provider are found through its messages or the hourly comparison.
        </p>
      </form>
      {isOwn && <p>This is your own payment. Another operator has to decide on it.</p>}
      {stray && !isOwn && !isDue && (
        <ByHand
          intent="stray"
          session={stray.sessionId}
          title="A second payment to send back"
          hint={`${formatUsd(stray.receivedCents)} came a second time and could not be refunded automatically. Send it from our bank first, then record it here. This cannot be undone.`}
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
    return { title: "Too little arrived", hint: texts.underpaidHint(formatUsd(received), formatUsd(amountCents)) };
  return {
    title: "Record a refund made by hand",
    hint: `The provider cannot send this money back. Send ${formatUsd(received - returnedCents)} from our bank first, then record it here. The purchase ends. This cannot be undone.`,
  };
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
        label="Reference"
        hint="The transfer’s reference, as our bank or the blockchain shows it. The buyer sees it."
        typed={isOurs ? refused.typed.reference : undefined}
        error={error}
      />
      <Button>Record the refund</Button>
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
      <h2 className="text-base font-semibold">Refund this payment</h2>
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
        <RiskNote>Crypto is not refunded automatically: you send it by hand afterwards and record it here.</RiskNote>
      )}
      {payment.keepMostCents > 0 && (
        <Field
          name="fee"
          label="Cancellation fee that we keep"
          hint={`Only if the buyer was told the amount and agreed to it: at most ${formatUsd(payment.keepMostCents)}, half of the price. Leave it empty to refund everything. You see what goes back before anything happens.`}
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
        label="Reason"
        hint="For the log. No personal data."
        typed={ours?.typed.reason}
        error={ours?.error === "reason" ? paymentErrors.reason : undefined}
      />
      <Button look="danger">{keptCents > 0 ? `Refund ${back}, keep ${formatUsd(keptCents)}` : `Refund ${back}`}</Button>
    </form>
  );
}
