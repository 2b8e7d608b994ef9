import { marketClaims } from "~/content/claims";
import { company } from "~/content/company";
import { blog, market } from "~/content/landing";
import { Icon } from "~/ui/icon";
import { Section } from "./section";
import { SourceMark } from "./source-mark";

export function MarketSize() {
  return (
    <Section id="market" title={market.title}>
      <p className="text-sm">{market.note}</p>
      <ul className="divide-y divide-peat-30">
        {marketClaims.map((claim) => (
          <li key={claim.id} className="py-2 text-sm first:pt-0 last:pb-0">
            <h3>
              <span className="display text-lg">{claim.figure}</span> {claim.statement}
              <SourceMark claim={claim} />
            </h3>
            <p className="text-xs text-peat-60">{claim.limits}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function BlogLink() {
  return (
    <Section id="blog" title={blog.title} small>
      <a
        href={company.blogUrl}
        rel="noopener"
        className="-mt-2 flex min-h-11 items-center gap-4 border-b border-peat-30 py-2 text-sm hover:text-copper"
      >
        <span className="flex-1">{blog.link}</span>
        <Icon name="forward" className="text-copper" />
      </a>
    </Section>
  );
}
