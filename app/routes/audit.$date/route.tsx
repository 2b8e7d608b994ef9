import { type HeadersFunction, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { readDay, showDay } from "~/areas/proof/read-audit";
import { auditTexts } from "~/content/audit-texts";
import { described } from "~/content/page-titles";
import { dayHref } from "~/domain/audit/audit-pages";
import { isCalendarDate } from "~/domain/calendar-date";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { AuditDayScreen } from "~/ui/audit-day";

export const handle: PageHandle = { tagged: true };

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...described(data ? auditTexts.dayTitle(data.date) : auditTexts.title),
];

/** What it says never changes, but how it looks may. */
export const headers: HeadersFunction = () => ({ "Cache-Control": "public, max-age=3600, must-revalidate" });

/** Published files only. */
export async function loader({ request, context, params: { date = "" } }: LoaderFunctionArgs) {
  const day = isCalendarDate(date) ? await readDay(context, date) : null;
  if (!day) throw notFound();
  return json(showDay(day, request));
}

export default function AuditOfDay() {
  const day = useLoaderData<typeof loader>();
  return <AuditDayScreen day={day} path={dayHref(day.date)} />;
}
