import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { readLatest, showDay } from "~/areas/proof/read-audit";
import { auditTexts as texts } from "~/content/audit-texts";
import { publicPageMeta } from "~/content/page-meta";
import { AUDIT_PATH } from "~/content/page-paths";
import { titled } from "~/content/page-titles";
import { dayHref } from "~/domain/audit/audit-pages";
import { formatDate, formatMonth } from "~/domain/calendar-date";
import type { PageHandle } from "~/server/page-handle";
import { AuditDayScreen } from "~/ui/audit-day";
import { Fold } from "~/ui/fold";
import { Page } from "~/ui/page";
import { ResultHead } from "~/ui/result-head";
import { SiteFooter } from "~/ui/site-footer";

export const handle: PageHandle = { minute: ["month", "page"] };

export const meta = () => publicPageMeta({ path: AUDIT_PATH, ...titled(texts.title), description: texts.description });

/** The latest day: its file, and one round trip for the dates of all, at most once a minute. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { day, earlier } = await readLatest(context);
  const asked = new URL(request.url).searchParams.get("month");
  return json({ day: day && showDay(day, request), earlier, asked });
}

export default function Audit() {
  const { day, earlier, asked } = useLoaderData<typeof loader>();
  if (!day)
    return (
      <Page top={{ back: { href: "/" } }} footer={<SiteFooter />}>
        <ResultHead look="waiting" title={texts.none.title}>
          {texts.none.text}
        </ResultHead>
      </Page>
    );
  return (
    <AuditDayScreen day={day} path={AUDIT_PATH} isOpen={asked !== null}>
      <EarlierDays dates={earlier} asked={asked} />
    </AuditDayScreen>
  );
}

const EARLIER_ID = "earlier";
const monthOf = (date: string) => date.slice(0, 7);

type EarlierDaysProps = { /** Newest first. */ dates: readonly string[]; asked: string | null };

/** The days of the month that was asked for, or else of the newest, and a link to each month. */
function EarlierDays({ dates, asked }: EarlierDaysProps) {
  const months = [...new Set(dates.map(monthOf))];
  const month = months.find((one) => one === asked) ?? months[0];
  const days = dates.filter((date) => monthOf(date) === month);
  return (
    <Fold title={texts.earlier.title} id={EARLIER_ID} open={asked !== null}>
      {month === undefined ? (
        <p className="text-sm text-peat-60">{texts.earlier.none}</p>
      ) : (
        <h3 className="font-semibold">{formatMonth(month)}</h3>
      )}
      <Links links={days.map((date) => ({ href: dayHref(date), label: formatDate(date) }))} />
      {months.length > 1 && (
        <Links
          links={months.map((one) => ({
            href: `${AUDIT_PATH}?month=${one}#${EARLIER_ID}`,
            label: formatMonth(one),
          }))}
        />
      )}
    </Fold>
  );
}

function Links({ links }: { links: { href: string; label: string }[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-x-4">
      {links.map(({ href, label }) => (
        <li key={href}>
          <a
            href={href}
            className="figures inline-flex min-h-11 min-w-11 items-center text-copper underline underline-offset-4"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
