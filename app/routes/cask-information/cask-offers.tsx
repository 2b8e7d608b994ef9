import { ButtonLink } from "~/ui/button";
import { Money } from "~/ui/money";
import { Panel } from "~/ui/panel";
import type { CaskOffer } from "~/areas/holdings/portfolio/read-cask";
import { caskOfferTexts as texts } from "~/areas/resale/texts";

/** The cheapest stakes that other investors offer, each with how far its price is from the last valuation. */
export function CaskOffers({ offers }: { offers: CaskOffer[] }) {
  const all = offers[0]?.allOffers ?? 0;
  if (all === 0) return null;
  return (
    <Panel title={texts.title} id="offers">
      <p className="mb-2 text-sm text-peat-60">
        {texts.lead} {all > offers.length && texts.more(all)}
      </p>
      <ul className="divide-y divide-peat-30">
        {offers.map(({ id, number, priceCents, feeCents, valuedCents, isOwn, isHeld }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="figures min-w-0 text-sm">
              <p>
                <span className="text-peat-60">{texts.stake(number)}</span> <Money cents={priceCents} />{" "}
                {texts.fee(feeCents)}
              </p>
              <p className="text-peat-60">{texts.against(priceCents, valuedCents)}</p>
            </div>
            {isOwn === 1 || isHeld === 1 ? (
              <p className="text-sm font-semibold text-peat-60">{isOwn === 1 ? texts.own : texts.held}</p>
            ) : (
              <ButtonLink href={`/stripe-secure?offer=${id}`} wide={false} look="secondary">
                {texts.buy(number)}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
