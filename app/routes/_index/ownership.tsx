import { type Claim, keepingClaims, trustClaims } from "~/content/claims";
import { ownership } from "~/content/landing";
import { CheckList } from "~/ui/steps";
import { Section } from "./section";
import { SourceMark } from "./source-mark";

const { bonded, insured, founders } = keepingClaims;
const facts: readonly Claim[] = [bonded, insured, ...Object.values(trustClaims)];

export function Ownership() {
  return (
    <Section id="ownership" title={ownership.title}>
      <p>{ownership.lead}</p>
      <dl className="divide-y divide-peat-30">
        {facts.map((claim) => (
          <div key={claim.id} className="py-3 first:pt-0 last:pb-0">
            <dt className="font-semibold">{claim.figure}</dt>
            <dd className="text-sm text-peat-60">
              {claim.statement}
              <SourceMark claim={claim} />
            </dd>
          </div>
        ))}
      </dl>
      <h3 className="display text-lg">{ownership.complianceTitle}</h3>
      <CheckList items={ownership.compliance} />
      <p className="text-sm text-peat-60">{ownership.registration}</p>
    </Section>
  );
}

export function FounderStakes() {
  return (
    <Section id="founder-stakes" title={ownership.foundersTitle}>
      <p>
        {founders.statement} {ownership.founders} {founders.limits}
        <SourceMark claim={founders} />
      </p>
    </Section>
  );
}
