import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { auditTexts } from "~/content/audit-texts";
import { publicPageMeta } from "~/content/page-meta";
import { AUDIT_PATH } from "~/content/page-paths";
import { titled } from "~/content/page-titles";
import { readLatest } from "~/areas/proof/read-audit";
import type { PageHandle } from "~/server/page-handle";
import { showDay } from "~/areas/proof/show-day";
import { DayScreen, NoAudit } from "~/ui/audit/day-screen";
import { EarlierDays } from "./earlier-days";

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
