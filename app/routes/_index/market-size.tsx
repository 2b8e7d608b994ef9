import { marketClaims } from "~/content/claims";
import { company } from "~/content/company";
import { blog, market } from "~/content/landing";
import { RiskNote } from "~/ui/risk-note";
import { Section } from "./section";
import { SourceMark } from "./source-mark";

export function MarketSize() {
  return (
    <Section id="market" title={market.title}>
      <RiskNote>{market.note}</RiskNote>
      <dl className="divide-y divide-peat-30">
        {marketClaims.map((claim) => (
          <div key={claim.id} className="py-3 first:pt-0 last:pb-0">
            <dt className="text-sm text-peat-60">
              {claim.statement}
              <SourceMark claim={claim} />
            </dt>
            <dd className="display text-lg">{claim.figure}</dd>
            <dd className="text-sm text-peat-60">{claim.limits}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

export function BlogLink() {
  return (
    <Section id="blog" title={blog.title}>
      <p>
        {blog.text}{" "}
        <a href={company.blogUrl} rel="noopener" className="text-copper underline underline-offset-4">
          {blog.link}
        </a>
        .
      </p>
    </Section>
  );
}
