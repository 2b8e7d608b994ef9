import { auditTexts } from "~/content/audit-texts";
import { dayHref } from "~/domain/audit/audit-pages";
import { formatDate } from "~/domain/calendar-date";
import { Panel } from "~/ui/panel";

/** So many are in sight; the others open by month. */
const IN_SIGHT = 7;

function Days({ dates }: { dates: readonly string[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-x-4">
      {dates.map((date) => (
        <li key={date}>
          <a
            href={dayHref(date)}
            className="figures inline-flex min-h-11 items-center text-copper underline underline-offset-4"
          >
            {formatDate(date)}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** @param props.dates newest first */
export function EarlierDays({ dates }: { dates: readonly string[] }) {
  const { title, none } = auditTexts.earlier;
  const older = dates.slice(IN_SIGHT);
  const months = [...new Set(older.map((date) => date.slice(0, 7)))];
  return (
    <Panel title={title}>
      {dates.length === 0 && <p className="text-sm text-peat-60">{none}</p>}
      <Days dates={dates.slice(0, IN_SIGHT)} />
      {months.map((month) => (
        <details key={month}>
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
            {formatDate(`${month}-01`).replace(/^\d+ /, "")}
          </summary>
          <Days dates={older.filter((date) => date.startsWith(month))} />
        </details>
      ))}
    </Panel>
  );
}
