import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { caskTexts } from "~/content/casks";
import { described } from "~/content/page-titles";
import { dateOf } from "~/domain/calendar-date";
import { confirmedAge } from "~/domain/confirmed";
import { beforeBuying } from "~/areas/casks/before-buying";
import { caskPictures } from "~/areas/casks/cask-pictures";
import { caskView } from "~/areas/casks/cask-view";
import { readCask } from "~/areas/holdings/portfolio/read-cask";
import { CaskOffers } from "./cask-offers";
import { countryFrom } from "~/core/settings/market-open";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { OneStake, WhatYouGet } from "~/ui/calculator/before-buying";
import { CaskScreen } from "~/ui/cask-screen";

export const handle: PageHandle = { investor: "purchase", islands: true, asksUs: true };

export const meta: MetaFunction<typeof loader> = ({ data }) => described(data ? data.cask.name : caskTexts.cask);

export async function loader(args: LoaderFunctionArgs) {
  const caskId = readId(new URL(args.request.url).searchParams.get("cask"));
  const session = await requireSession(args);
  const country = countryFrom(args.request.headers.get("CF-IPCountry"));
  const read = await readCask(args.context, session, caskId, country);
  const { viewer, nowMs, cask, facts, feeCents, ownsStakes } = read;
  if (!cask) throw notFound();
  const { activated } = viewer;
  const query = new URL(args.request.url).searchParams;
  const found = beforeBuying(cask, { activated, nowMs, feeCents, ownsStakes, query });
  const view = caskView(cask, { activated, nowMs });
  return json({
    before: found,
    offers: activated ? read.offers : [],
    activated,
    feeCents,
    ownsStakes,
    cask: {
      ...view,
      information: activated ? cask.distilleryInformation : null,
      warehouse: activated ? cask.warehouse : null,
      sold:
        cask.endedOn && cask.netPerStakeCents !== null ? caskTexts.soldOn(cask.endedOn, cask.netPerStakeCents) : null,
      offeredWithout: caskTexts.offeredWithout(cask),
      confirmed: activated && cask.endedOn === null ? confirmedAge(cask.confirmedOn, dateOf(nowMs)) : null,
    },
    pictures: caskPictures(cask, { activated, nowMs }, facts),
  });
}

export default function CaskInformation() {
  const { before, offers, ...shown } = useLoaderData<typeof loader>();
  const { cask } = shown;
  const isThere = cask.stage !== "ended";
  return (
    <CaskScreen
      {...shown}
      answer={isThere && <WhatYouGet before={before} />}
      oneStake={isThere && <OneStake before={before} isClosed={shown.ownsStakes} />}
    >
      <CaskOffers offers={offers} />
      <a
        href={`/evidence?cask=${cask.id}`}
        className="inline-flex min-h-11 items-center font-semibold text-copper underline underline-offset-4"
      >
        {caskTexts.proof}
      </a>
    </CaskScreen>
  );
}
