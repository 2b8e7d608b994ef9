import { openPaymentTexts as texts } from "~/content/wallet-texts";
import { Button } from "~/ui/button";
import { Money } from "~/ui/money";
import { Panel } from "~/ui/panel";
import type { OpenPaymentRow } from "./wallet-view";

function Finish({ payment }: { payment: OpenPaymentRow }) {
  const [name, value] = payment.field;
  return (
    <form method="post" action="/stripe-secure">
      <input type="hidden" name="paymentMode" value={payment.mode} />
      <input type="hidden" name={name} value={value} />
      <Button wide={false} aria-label={texts.finishThis(payment.name)}>
        Finish
      </Button>
    </form>
  );
}

export function OpenPayments({ payments }: { payments: OpenPaymentRow[] }) {
  return (
    <Panel title="Open payments">
      <ul className="flex flex-col gap-4">
        {payments.map((payment) => (
          <li key={payment.id} className="flex flex-col gap-2">
            <p className="flex justify-between gap-4">
              <span className="font-semibold wrap-anywhere">{payment.name}</span>
              <Money cents={payment.amountCents} />
            </p>
            <p className="text-sm text-peat-60">{texts.left(payment.mode, payment.minutesLeft)}</p>
            <div className="flex flex-wrap gap-3">
              <Finish payment={payment} />
              <form method="post" action={`/payment-unsuccessful?payment=${payment.id}`}>
                <Button look="secondary" wide={false} aria-label={texts.cancelThis(payment.name)}>
                  Cancel
                </Button>
              </form>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
