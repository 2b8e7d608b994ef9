import type { Claim } from "~/content/claims";
import { footnoteTexts } from "~/content/site-footer-texts";
import { formatDate } from "~/domain/calendar-date";

/** The mark beside a figure, which links to its source below. */
export function FootnoteMark({ claim, number }: { claim: Claim; number: number }) {
  return (
    <sup className="font-sans text-xs font-semibold">
      <a
        href={`#source-${claim.id}`}
        aria-label={footnoteTexts.mark(number)}
        // A touch target of 44 px; negative margins keep the line height unchanged.
        className="-mx-3.5 -my-2.5 inline-block min-h-11 min-w-11 px-5 py-3.5 text-copper underline"
      >
        {number}
      </a>
    </sup>
  );
}

export function Footnotes({ claims }: { claims: readonly Claim[] }) {
  return (
    <section aria-labelledby="sources-title">
      <h2 id="sources-title" className="text-sm font-semibold">
        {footnoteTexts.title}
      </h2>
      <ol className="mt-2 flex list-decimal flex-col gap-2 pl-5 text-xs text-peat-60">
        {claims.map((claim) => (
          <li key={claim.id} id={`source-${claim.id}`} className="target:bg-copper-soft">
            {footnoteTexts.source(claim, formatDate(claim.asOf))}
          </li>
        ))}
      </ol>
    </section>
  );
}
