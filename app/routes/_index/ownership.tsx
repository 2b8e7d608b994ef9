import { type Claim, keepingClaims, trustClaims } from "~/content/claims";
import { ownership } from "~/content/landing";
import { AUDIT_PATH, RACK_PATH } from "~/content/page-paths";
import { Section } from "./section";
import { SourceMark } from "./source-mark";

const { bonded, insured, founders } = keepingClaims;
/** What 'Audited' and 'Verified' mean is said where the words stand, on top. */
const facts: readonly Claim[] = [bonded, insured, trustClaims.secured];

const rowIdOf = (claim: Claim) => `own-${claim.id}`;

export function Ownership() {
  return (
    <Section id="ownership" title={ownership.title}>
      <p className="text-sm">{ownership.lead}</p>
      <figure>
        <a href={AUDIT_PATH} aria-label={ownership.rack} className="block">
          <img src={RACK_PATH} width="343" height="246" alt="" loading="lazy" className="mx-auto h-auto w-full" />
        </a>
        <figcaption className="mt-1 text-xs text-peat-60">{ownership.rack}</figcaption>
      </figure>
      <dl className="flex flex-col gap-2 text-sm">
        {facts.map((claim) => (
          <div key={claim.id} id={rowIdOf(claim)} className="rounded-sm target:bg-copper-soft">
            <dt className="inline font-semibold">{claim.figure}. </dt>
            <dd className="inline text-peat-60">
              {claim.statement}
              <SourceMark claim={claim} />
            </dd>
          </div>
        ))}
      </dl>
      <aside className="flex flex-col gap-2 border-l-2 border-copper-40 pl-3 text-xs text-peat-60">
        <div>
          <h3 className="font-semibold text-peat">{ownership.complianceTitle}</h3>
          <p>{ownership.compliance.join(" ")}</p>
          <p>{ownership.registration}</p>
        </div>
        <div id="founder-stakes">
          <h3 className="font-semibold text-peat">{ownership.foundersTitle}</h3>
          <p>
            {founders.statement} {ownership.founders} {founders.limits}
            <SourceMark claim={founders} />
          </p>
        </div>
      </aside>
    </Section>
  );
}
