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
    <section id="blog" aria-labelledby="blog-title">
      <h2 id="blog-title" className="display text-lg">
        {blog.title}
      </h2>
      <a
        href={company.blogUrl}
        rel="noopener"
        className="flex min-h-16 items-center gap-4 border-b border-peat-30 py-2 text-sm hover:text-copper"
      >
        <span className="flex-1">{blog.link}</span>
        <Icon name="forward" className="text-copper" />
      </a>
    </section>
  );
}
