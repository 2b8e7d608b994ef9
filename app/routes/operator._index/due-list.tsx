import { documentTexts } from "~/content/console-cask-texts";
import { sectionHref } from "~/content/console-sections";
import { dueTexts as texts } from "~/content/console-texts";
import { addDays, formatDate } from "~/domain/calendar-date";
import type { DueDate } from "~/areas/notices/due-dates";
import { Badge } from "~/ui/badge";
import { cellLink } from "~/ui/console/subject-link";

/** Where each kind is seen to. */
const VIEWS: Record<Exclude<DueDate["kind"], "dispute">, string> = {
  paper: "?view=evidence",
  storage: "",
  value: "?view=value",
  cycle: "?view=value",
  bid: "?view=bid",
};

function placeOf({ kind, id }: DueDate): string {
  return kind === "dispute" ? `${sectionHref("payments")}/${id}` : `${sectionHref("casks")}/${id}${VIEWS[kind]}`;
}

/** What is late and what comes, the earliest first. */
export function DueList({ dates, today }: { dates: readonly DueDate[]; today: string }) {
  return (
    <section aria-labelledby="due-title" className="flex max-w-160 flex-col gap-2">
      <h2 id="due-title" className="display text-lg">
        {texts.title}
      </h2>
      {dates.length === 0 && <p className="text-peat-60">{texts.none}</p>}
      <ul className="divide-y divide-peat-30 border-y border-peat-30 empty:hidden">
        {dates.map((due) => (
          <li
            key={`${due.kind} ${due.id} ${due.what}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4 py-2"
          >
            <span className="min-w-0">
              <a href={placeOf(due)} className={`font-semibold ${cellLink}`}>
                {due.name}
              </a>
              <span className="block text-xs text-peat-60">{sayDue(due)}</span>
            </span>
            <span className="figures flex items-center gap-2">
              {due.on < today ? texts.since(formatDate(due.on)) : texts.by(formatDate(due.on))}
              {due.on < today && <Badge tone="error">{texts.late}</Badge>}
              {due.on >= today && due.on <= addDays(today, 7) && <Badge tone="attention">{texts.soon}</Badge>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const sayDue = ({ kind, what }: DueDate): string =>
  texts.kinds[kind](kind === "paper" ? (documentTexts.kinds[what as keyof typeof documentTexts.kinds] ?? what) : what);
