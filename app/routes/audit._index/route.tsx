import { type HeadersFunction, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { auditTexts } from "~/content/audit-texts";
import { publicPageMeta } from "~/content/page-meta";
import { titled } from "~/content/page-titles";
import { readLatest } from "~/features/audits/read-audit";
import type { PageHandle } from "~/server/page-handle";
import { showDay } from "~/server/show-day";
import { DayScreen, NoAudit } from "~/ui/audit/day-screen";
import { EarlierDays } from "./earlier-days";

export const handle: PageHandle = { tagged: true };

export const meta = () =>
  publicPageMeta({ path: "/audit", ...titled(auditTexts.title), description: auditTexts.description });

export const headers: HeadersFunction = () => ({ "Cache-Control": "public, max-age=60, must-revalidate" });

/** The latest day. Reads published files only. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { day, earlier } = await readLatest(context);
  return json({ day: day && showDay(day, request, false), earlier });
}

export default function Audit() {
  const { day, earlier } = useLoaderData<typeof loader>();
  if (!day) return <NoAudit />;
  return (
    <DayScreen day={day} path="/audit" lead={`${auditTexts.lead} ${auditTexts.asOf}`}>
      <EarlierDays dates={earlier} />
    </DayScreen>
  );
}
