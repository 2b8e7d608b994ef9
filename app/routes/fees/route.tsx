import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { feesPage, feesPage as texts, feeTexts } from "~/content/fee-texts";
import { publicPageMeta } from "~/content/page-meta";
import { waysOutPage } from "~/content/ways-out-texts";
import { riskTexts } from "~/content/risk-texts";
import type { PageHandle } from "~/server/page-handle";
import { ButtonLink } from "~/ui/button";
import { Page, PageTitle } from "~/ui/page";
import { RiskNote } from "~/ui/risk-note";
import { SiteFooter } from "~/ui/site-footer";
import { WaysOutList } from "~/ui/ways-out-list";
import { publicFiguresInWords } from "../_index/public-figures";

export const handle: PageHandle = { minute: [] };

/** One round trip, at most once a minute. */
export async function loader({ context }: LoaderFunctionArgs) {
  return json(await publicFiguresInWords(context));
}

export const meta = () => publicPageMeta(feesPage);

export default function Fees() {
  const fees = feeTexts(useLoaderData<typeof loader>());
  return (
    <Page top={{ back: { href: "/" } }} footer={<SiteFooter />}>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      {texts.groups.map(({ title, kinds }) => (
        <section key={title} aria-label={title}>
          <h2 className="display mb-3 text-lg">{title}</h2>
          <dl className="divide-y divide-peat-30 border-y border-peat-30">
            {kinds.map((kind) => (
              <div key={kind} className="flex flex-wrap items-baseline gap-x-4 py-3">
                <dt className="flex-1 font-semibold">{fees[kind].label}</dt>
                <dd className="figures font-semibold">{fees[kind].amount}</dd>
                <dd className="w-full text-sm text-peat-60">{fees[kind].note}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <section>
        <h2 className="display mb-2 text-lg">{waysOutPage.title}</h2>
        <WaysOutList />
      </section>
      <section>
        <h2 className="display mb-2 text-lg">{texts.taxTitle}</h2>
        <p className="text-sm">{texts.tax}</p>
      </section>
      <RiskNote>{riskTexts.short}</RiskNote>
      <ButtonLink href="/get-started?mode=sign-up">{texts.next}</ButtonLink>
      <p className="text-sm text-peat-60">
        {texts.termsBefore}
        <a
          href="/terms-and-conditions#prices-and-minimum-order"
          className="underline underline-offset-4 hover:text-copper"
        >
          {texts.terms}
        </a>
        {texts.and}
        <a href="/refunds-cancellations#cancellation-fee" className="underline underline-offset-4 hover:text-copper">
          {texts.refunds}
        </a>
        .
      </p>
    </Page>
  );
}
