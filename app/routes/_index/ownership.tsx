import { type Claim, keepingClaims, trustClaims } from "~/content/claims";
import { dunnageCaption } from "~/content/drawing-texts";
import { ownership } from "~/content/landing";
import { CheckList } from "~/ui/steps";
import { Section } from "./section";
import { SourceMark } from "./source-mark";

const { bonded, insured, founders } = keepingClaims;
const facts: readonly Claim[] = [bonded, insured, ...Object.values(trustClaims)];

const rowIdOf = (claim: Claim) => `own-${claim.id}`;

export function Ownership() {
  return (
    <Section id="ownership" title={ownership.title}>
      <figure className="bleed-barley -mx-4 bg-barley p-4">
        <img
          src="/images/drawings/dunnage.svg"
          width="343"
          height="180"
          alt=""
          loading="lazy"
          className="mx-auto h-auto w-full max-w-column"
        />
        <figcaption className="mt-3 text-xs text-peat-60">{dunnageCaption}</figcaption>
      </figure>
      <p>{ownership.lead}</p>
      <dl className="flex flex-col gap-3">
        {facts.map((claim) => (
          <div key={claim.id} id={rowIdOf(claim)} className="rounded-sm target:bg-copper-soft">
            <dt className="font-semibold">{claim.figure}</dt>
            <dd className="text-sm text-peat-60">
              {claim.statement}
              <SourceMark claim={claim} />
            </dd>
          </div>
        ))}
      </dl>
      <h3 className="display mt-3 text-lg">{ownership.complianceTitle}</h3>
      <div className="text-sm">
        <CheckList items={ownership.compliance} />
      </div>
      <p className="text-xs text-peat-60">{ownership.registration}</p>
    </Section>
  );
}

export function FounderStakes() {
  return (
    <Section id="founder-stakes" title={ownership.foundersTitle} small>
      <p className="text-sm">
        {founders.statement} {ownership.founders} {founders.limits}
        <SourceMark claim={founders} />
      </p>
    </Section>
  );
}
