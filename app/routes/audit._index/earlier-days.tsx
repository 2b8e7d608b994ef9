import { auditTexts } from "~/content/audit-texts";
import { dayHref } from "~/domain/audit/audit-pages";
import { AUDIT_PATH } from "~/content/page-paths";
import { formatDate, formatMonth } from "~/domain/calendar-date";
import { Fold } from "~/ui/fold";

/** So many are listed; the others on a page for each month. */
const LISTED = 7;

const monthOf = (date: string) => date.slice(0, 7);

function Days({ dates }: { dates: readonly string[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-x-4">
      {dates.map((date) => (
        <li key={date}>
          <a
            href={dayHref(date)}
            className="figures inline-flex min-h-11 min-w-11 items-center text-copper underline underline-offset-4"
          >
            {formatDate(date)}
          </a>
        </li>
      ))}
    </ul>
  );
}

type EarlierDaysProps = {
  /** Newest first. */
  dates: readonly string[];
  /** Whose days were asked for; null: the latest. */
  month: string | null;
};

export function EarlierDays({ dates, month }: EarlierDaysProps) {
  const { title, none } = auditTexts.earlier;
  const asked = month === null ? [] : dates.filter((date) => monthOf(date) === month);
  return (
    <Fold title={title} id={EARLIER_ID} open={month !== null}>
      {dates.length === 0 && <p className="text-sm text-peat-60">{none}</p>}
      {month !== null && asked.length > 0 && (
        <>
          <h3 className="font-semibold">{formatMonth(month)}</h3>
          <Days dates={asked} />
        </>
      )}
      {asked.length === 0 && <Days dates={dates.slice(0, LISTED)} />}
      <Months dates={dates} />
    </Fold>
  );
}

const EARLIER_ID = "earlier";

function Months({ dates }: Pick<EarlierDaysProps, "dates">) {
  if (dates.length <= LISTED) return null;
  const months = [...new Set(dates.map(monthOf))];
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-x-4">
      {months.map((month) => (
        <li key={month}>
          <a
            href={`${AUDIT_PATH}?month=${month}#${EARLIER_ID}`}
            className="inline-flex min-h-11 min-w-11 items-center font-semibold text-copper underline underline-offset-4"
          >
            {formatMonth(month)}
          </a>
        </li>
      ))}
    </ul>
  );
}
