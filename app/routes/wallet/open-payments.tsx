import { ownOfferTexts } from "~/areas/resale/texts";
import { stakePath } from "~/content/page-paths";
import { receivedOf } from "~/content/received-usdt";
import { openPaymentTexts as texts } from "~/content/wallet-texts";
import { Button } from "~/ui/button";
import { Money } from "~/ui/money";
import { Panel } from "~/ui/panel";
import type { OpenPaymentRow, OwnOfferRow } from "./wallet-view";

/** Stakes that are on offer, and those sold whose money is on hold. */
export function OwnOffers({ offers }: { offers: OwnOfferRow[] }) {
  return (
    <Panel title={ownOfferTexts.title} id="own-offers">
      <ul className="divide-y divide-peat-30">
        {offers.map(({ stakeId, caskName, number, priceCents, creditCents, payableFromMs, expiresAtMs }) => (
          <li key={stakeId} className="py-2 first:pt-0 last:pb-0">
            <a
              href={stakePath(stakeId)}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-copper"
            >
              <span className="underline underline-offset-4 wrap-anywhere">
                {ownOfferTexts.stake(number, caskName)}
              </span>
              <Money cents={creditCents ?? priceCents} />
            </a>
            <p className="text-sm text-peat-60">
              {payableFromMs === null ? ownOfferTexts.onOffer(expiresAtMs) : ownOfferTexts.sold(payableFromMs)}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Goes on at the same checkout: starting the same thing again leads to the one that is open. */
function Finish({ payment: { caskId, offerId, purpose, mode, name } }: { payment: OpenPaymentRow }) {
  return (
    <form method="post" action="/stripe-secure">
      <input type="hidden" name="paymentMode" value={mode} />
      {offerId ? (
        <input type="hidden" name="offer" value={offerId} />
      ) : caskId ? (
        <input type="hidden" name="cask" value={caskId} />
      ) : (
        <input type="hidden" name="product" value={purpose} />
      )}
      <Button wide={false} aria-label={texts.finishThis(name)}>
        {texts.finish}
      </Button>
    </form>
  );
}

export function OpenPayments({ payments }: { payments: OpenPaymentRow[] }) {
  return (
    <Panel title={texts.title}>
      <ul className="flex flex-col gap-4">
        {payments.map((payment) => (
          <li key={payment.id} className="flex flex-col gap-2">
            <p className="flex justify-between gap-4">
              <span className="font-semibold wrap-anywhere">{payment.name}</span>
              <Money cents={payment.amountCents} />
            </p>
            {payment.receivedCents !== null && (
              <p className="text-sm font-semibold">
                {receivedOf({ receivedCents: payment.receivedCents, amountCents: payment.amountCents })}
              </p>
            )}
            <p className="text-sm text-peat-60">{texts.left(payment.mode, payment.minutesLeft)}</p>
            <div className="flex flex-wrap gap-3">
              <Finish payment={payment} />
              <form method="post" action={`/payment-unsuccessful?payment=${payment.id}`}>
                <Button look="secondary" wide={false} aria-label={texts.cancelThis(payment.name)}>
                  {texts.cancel}
                </Button>
              </form>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
