import type { SampleReturn } from "~/content/claims";
import { StaveBar } from "~/ui/drawings/stave-bar";
import { RequestAccess } from "./request-access";
import { SourceMark } from "./source-mark";

export function ReturnCard({ claim }: { claim: SampleReturn }) {
  const titleId = `${claim.id}-title`;
  return (
    <article aria-labelledby={titleId} className="flex flex-col gap-3 rounded-md border border-peat-30 p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 id={titleId} className="display text-xl">
          {claim.figure}
        </h3>
        <RequestAccess look="secondary" describedBy={titleId} wide={false} />
      </div>
      <div>
        <p className="text-sm font-semibold">{claim.statement}</p>
        <p className="text-sm text-peat-60">
          {claim.inShort}
          <SourceMark claim={claim} />
        </p>
      </div>
      <StaveBar percent={Number.parseFloat(claim.figure)} />
    </article>
  );
}
