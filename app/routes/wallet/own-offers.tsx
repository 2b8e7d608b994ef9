import { ownOfferTexts as texts } from "~/areas/resale/texts";
import { stakePath } from "~/content/page-paths";
import { Money } from "~/ui/money";
import { Panel } from "~/ui/panel";
import type { OwnOfferRow } from "./wallet-view";

/** Stakes that are on offer, and those sold whose money is on hold. */
export function OwnOffers({ offers }: { offers: OwnOfferRow[] }) {
  return (
    <Panel title={texts.title} id="own-offers">
      <ul className="divide-y divide-peat-30">
        {offers.map(({ stakeId, caskName, number, priceCents, creditCents, payableFromMs, expiresAtMs }) => (
          <li key={stakeId} className="py-2 first:pt-0 last:pb-0">
            <a
              href={stakePath(stakeId)}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-copper"
            >
              <span className="underline underline-offset-4 wrap-anywhere">{texts.stake(number, caskName)}</span>
              <Money cents={creditCents ?? priceCents} />
            </a>
            <p className="text-sm text-peat-60">
              {payableFromMs === null ? texts.onOffer(expiresAtMs) : texts.sold(payableFromMs)}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
