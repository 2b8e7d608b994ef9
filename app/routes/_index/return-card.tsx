import type { SampleReturn } from "~/content/claims";
import { StaveBar } from "~/ui/drawings/stave-bar";
import { RequestAccess } from "./request-access";
import { SourceMark } from "./source-mark";

export function ReturnCard({ claim }: { claim: SampleReturn }) {
  const titleId = `${claim.id}-title`;
  return (
    <article aria-labelledby={titleId} className="flex flex-col gap-4 rounded-md border border-peat-30 p-4">
      <div>
        <h3 id={titleId} className="display text-xl">
          {claim.figure}
        </h3>
        <p className="text-sm font-semibold">{claim.statement}</p>
        <p className="text-sm text-peat-60">
          {claim.inShort}
          <SourceMark claim={claim} />
        </p>
      </div>
      <StaveBar percent={Number.parseFloat(claim.figure)} />
      <RequestAccess look="secondary" describedBy={titleId} />
    </article>
  );
}
