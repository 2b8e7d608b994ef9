import type { Claim } from "~/content/claims";
import { footnoteTexts } from "~/content/site-footer-texts";
import { formatDate } from "~/domain/calendar-date";

/** Without a pointer, the arrow keys move the row. */
const REACHED_BY_KEYS = 0;

const sourceId = (id: string) => `source-${id}`;

/** The mark beside a figure, which links to its source below. @param id of the note */
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
    <section aria-labelledby="sources-title">
      <h2 id="sources-title" className="text-sm font-semibold">
        {footnoteTexts.title}
      </h2>
      {/* A row that is moved sideways: a mark leads to its source all the same, and no page of small print stands before the end. */}
      <ol
        tabIndex={REACHED_BY_KEYS}
        aria-labelledby="sources-title"
        className="-mx-4 mt-2 flex snap-x list-inside list-decimal gap-4 overflow-x-auto px-4 pb-2 text-xs/4 text-peat-60 print:block"
      >
        {notes.map((note) => (
          <li key={note.id} id={sourceId(note.id)} className="w-60 max-w-full shrink-0 snap-center">
            {footnoteTexts.source(note, formatDate(note.asOf))}
          </li>
        ))}
      </ol>
    </section>
  );
}
