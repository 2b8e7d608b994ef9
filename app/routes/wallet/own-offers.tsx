import { stakePath } from "~/content/page-paths";
import { Money } from "~/ui/money";
import { Panel } from "~/ui/panel";
import type { OwnOffer } from "~/areas/resale/read-offers";
import { ownOfferTexts } from "~/areas/resale/texts";

export function OwnOffers({ offers }: { offers: OwnOffer[] }) {
  if (offers.length === 0) return null;
  return (
    <Panel title="Offered and sold" id="own-offers">
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
