import { startingPrice } from "~/content/claims";
import { feesPage } from "~/content/fee-texts";
import { fees } from "~/content/landing";
import { Section } from "./section";
import { SourceMark } from "./source-mark";

export function Fees({ fee }: { fee: string }) {
  return (
    <Section
      id="fees"
      title={fees.title}
      action={
        <a href={feesPage.path} className="inline-flex min-h-11 items-center text-copper underline underline-offset-4">
          {feesPage.all}
        </a>
      }
    >
      <dl className="divide-y divide-peat-30">
        {fees.rows(fee).map((row) => (
          <div key={row.label} className="flex flex-wrap items-baseline gap-x-4 py-1.5 text-sm first:pt-0 last:pb-0">
            <dt className="flex-1 font-semibold">{row.label}</dt>
            <dd className="figures font-semibold">{row.amount}</dd>
            <dd className="w-full text-xs text-peat-60">
              {row.note}
              {row.sourced && <SourceMark claim={startingPrice} />}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
