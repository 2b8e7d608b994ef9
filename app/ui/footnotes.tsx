import type { Claim } from "~/content/claims";
import { footnoteTexts } from "~/content/site-texts";
import { formatDate } from "~/domain/calendar-date";
import { Fold } from "./fold";

const sourceId = (id: string) => `source-${id}`;

export function FootnoteMark({ id, number }: { id: string; number: number }) {
  return (
    <sup className="font-sans text-xs leading-none font-semibold">
      <a
        href={`#${sourceId(id)}`}
        aria-label={footnoteTexts.mark(number)}
        // A touch target of 44 px that moves no line apart and no word.
        className="relative ml-px text-copper underline after:absolute after:-inset-x-4 after:-inset-y-3.5"
      >
        {number}
      </a>
    </sup>
  );
}

export function Footnotes({ notes }: { notes: readonly Claim[] }) {
  return (
    <Fold title="Where the figures come from">
      <ol className="flex list-inside list-decimal flex-col gap-2 text-xs/4 text-peat-60">
        {notes.map((note) => (
          <li key={note.id} id={sourceId(note.id)} className="wrap-anywhere">
            {footnoteTexts.source(note, formatDate(note.asOf))}
          </li>
        ))}
      </ol>
    </Fold>
  );
}
