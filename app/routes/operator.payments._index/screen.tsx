import { paymentTexts as texts } from "~/content/console-payment-texts";
import { sectionHref } from "~/content/console-sections";
import { consoleTexts, sectionTitles } from "~/content/console-texts";
import type { Browsed } from "~/areas/console/browse-payments";
import type { PaymentFilter } from "~/areas/console/list-payments";
import { ConsolePage, type ConsolePageProps } from "~/ui/console/console-page";
import { type Filter, Filters } from "~/ui/console/filters";
import { PageLinks } from "~/ui/console/page-links";
import { PaymentsTable, WaitingPaymentsTable } from "./payments-table";

export type PaymentsProps = {
  frame: Omit<ConsolePageProps, "title" | "children">;
  filter: PaymentFilter;
  /** How many need a person. */
  needing: number;
  isFirst: boolean;
} & Browsed;

const BASE = sectionHref("payments");
/** In the order of a payment's life; 'created' and 'paid' last for moments. */
const STATES = ["open", "settled", "refunding", "refunded", "disputed", "expired", "cancelled", "failed"] as const;
const PROVIDERS = Object.keys(texts.filters.providers) as (keyof typeof texts.filters.providers)[];

function hrefOf({ state, provider }: Partial<PaymentFilter>): string {
  const query = new URLSearchParams({ ...(state && { state }), ...(provider && { provider }) }).toString();
  return query === "" ? BASE : `${BASE}?${query}`;
}

export function PaymentsScreen({ frame, filter, needing, isFirst, waiting, page }: PaymentsProps) {
  const count = needing > 0 ? consoleTexts.count(needing, frame.mostCounted) : undefined;
  return (
    <ConsolePage {...frame} title={sectionTitles.payments}>
      <div className="flex flex-col gap-2">
        <Filters label={texts.filters.label} filters={stateFilters(filter, waiting !== null, count)} />
        {page && <Filters label={texts.columns.way} filters={providerFilters(filter)} />}
      </div>
      {waiting && (
        <>
          <p className="text-peat-60">{texts.needsLead}</p>
          <WaitingPaymentsTable rows={waiting} />
        </>
      )}
      {page && (
        <>
          <PaymentsTable rows={page.rows} />
          <PageLinks base={hrefOf(filter)} next={page.next} isFirst={isFirst} csv />
        </>
      )}
    </ConsolePage>
  );
}

function stateFilters({ state, provider }: PaymentFilter, needs: boolean, count: string | undefined): Filter[] {
  return [
    { href: hrefOf({ provider }), label: texts.filters.all, current: !needs && state === null },
    { href: `${BASE}?state=needs-a-person`, label: texts.filters.needs, current: needs, ...(count && { count }) },
    ...STATES.map((one) => ({
      href: hrefOf({ state: one, provider }),
      label: texts.filters.states[one],
      current: !needs && state === one,
    })),
  ];
}

function providerFilters({ state, provider }: PaymentFilter): Filter[] {
  return [
    { href: hrefOf({ state }), label: texts.filters.every, current: provider === null },
    ...PROVIDERS.map((one) => ({
      href: hrefOf({ state, provider: one }),
      label: texts.filters.providers[one],
      current: provider === one,
    })),
  ];
}
