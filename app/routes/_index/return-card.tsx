import type { Claim } from "~/content/claims";
import { CaskGauge, type CaskType } from "~/ui/cask-gauge";
import { RequestAccess } from "./request-access";
import { SourceMark } from "./source-mark";

export function ReturnCard({ claim, caskType }: { claim: Claim; caskType: CaskType }) {
  const titleId = `${claim.id}-title`;
  return (
    <article aria-labelledby={titleId} className="flex flex-col gap-4 rounded-md border border-peat-30 p-4">
      <div className="flex items-center gap-4">
        <CaskGauge caskType={caskType} filled={1} decorative />
        <div className="min-w-0">
          <h3 id={titleId} className="display text-xl">
            {claim.figure}
          </h3>
          <p className="text-sm font-semibold">{claim.statement}</p>
          <p className="text-sm text-peat-60">
            {claim.period}
            <SourceMark claim={claim} />
          </p>
        </div>
      </div>
      <RequestAccess look="secondary" describedBy={titleId} />
    </article>
  );
}
