import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { readLatest, showDay } from "~/areas/proof/read-audit";
import { auditTexts } from "~/content/audit-texts";
import { publicPageMeta } from "~/content/page-meta";
import { AUDIT_PATH } from "~/content/page-paths";
import { titled } from "~/content/page-titles";
import { dayHref } from "~/domain/audit/audit-pages";
import { formatDate, formatMonth } from "~/domain/calendar-date";
import type { PageHandle } from "~/server/page-handle";
import { DayScreen, NoAudit } from "~/ui/audit/day-screen";
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

function EarlierDays({ dates, month }: EarlierDaysProps) {
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

export const handle: PageHandle = { minute: ["month", "page"] };

export const meta = () =>
  publicPageMeta({ path: AUDIT_PATH, ...titled(auditTexts.title), description: auditTexts.description });

/** The latest day: its file, and one round trip for the dates of all, at most once a minute. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { day, earlier } = await readLatest(context);
  return json({
    day: day && showDay(day, request),
    earlier,
    month: new URL(request.url).searchParams.get("month"),
  });
}

export default function Audit() {
  const { day, earlier, month } = useLoaderData<typeof loader>();
  if (!day) return <NoAudit />;
  return (
    <DayScreen day={day} path={AUDIT_PATH} isOpen={month !== null}>
      <EarlierDays dates={earlier} month={month} />
    </DayScreen>
  );
}
