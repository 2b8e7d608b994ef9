import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { beforeBuying } from "~/areas/casks/before-buying";
import { caskPictures } from "~/areas/casks/cask-pictures";
import { caskView } from "~/areas/casks/cask-view";
import { readCask } from "~/areas/holdings/portfolio/read-cask";
import { type CaskOffer, readCaskOffers } from "~/areas/resale/read-offers";
import { caskOfferTexts as texts } from "~/areas/resale/texts";
import { caskTexts } from "~/content/casks";
import { described } from "~/content/page-meta";
import { countryFrom } from "~/core/settings/setting";
import { dateOf } from "~/domain/calendar-date";
import { confirmedAge } from "~/domain/confirmed";
import { markUpOf } from "~/domain/mark-up";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { ButtonLink } from "~/ui/button";
import { WhatYouGet } from "~/ui/calculator/before-buying";
import { calculatorScript } from "~/ui/calculator/calculator";
import { CaskScreen } from "~/ui/cask-screen";
import { Money } from "~/ui/money";
import { Panel } from "~/ui/panel";

export const handle: PageHandle = { investor: "purchase", inlineScript: calculatorScript, asksUs: true };

export const meta: MetaFunction<typeof loader> = ({ data }) => described(data ? data.cask.name : "Cask");

export async function loader(args: LoaderFunctionArgs) {
  const caskId = readId(new URL(args.request.url).searchParams.get("cask"));
  const session = await requireSession(args);
  const country = countryFrom(args.request.headers.get("CF-IPCountry"));
  const read = await readCask(args.context, session, caskId, (viewer) =>
    readCaskOffers(args.context.db, { ...viewer, caskId, country }),
  );
  const { viewer, nowMs, cask, facts, feeCents, ownsStakes, beside } = read;
  if (!cask) throw notFound();
  const { activated } = viewer;
  const query = new URL(args.request.url).searchParams;
  const found = beforeBuying(cask, { activated, nowMs, feeCents, ownsStakes, query });
  const view = caskView(cask, { activated, nowMs });
  return json({
    before: found,
    offers: (activated && beside) || [],
    activated,
    feeCents,
    cask: {
      ...view,
      information: activated ? cask.distilleryInformation : null,
      warehouse: activated ? cask.warehouse : null,
      documents: activated ? cask.documents : null,
      markUp: activated ? markUpOf(cask) : null,
      sold:
        cask.endedOn && cask.netPerStakeCents !== null ? caskTexts.soldOn(cask.endedOn, cask.netPerStakeCents) : null,
      confirmed: activated && cask.endedOn === null ? confirmedAge(cask.confirmedOn, dateOf(nowMs)) : null,
    },
    pictures: caskPictures(cask, { activated, nowMs }, facts),
  });
}

export default function CaskInformation() {
  const { before, offers, ...shown } = useLoaderData<typeof loader>();
  return (
    <CaskScreen {...shown} answer={<WhatYouGet before={before} />}>
      <CaskOffers offers={offers} />
    </CaskScreen>
  );
}

function CaskOffers({ offers }: { offers: CaskOffer[] }) {
  const all = offers[0]?.allOffers ?? 0;
  if (all === 0) return null;
  return (
    <Panel title="From other investors" id="offers">
      <p className="mb-2 text-sm text-peat-60">
        {"Stakes that investors sell at their own price, the cheapest first. A fee is added."}{" "}
        {all > offers.length && texts.more(all)}
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
              <p className="text-sm font-semibold text-peat-60">{isOwn === 1 ? "Yours" : "Being bought"}</p>
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
