import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { dayRows, readDay } from "~/areas/proof/read-audit";
import { csvFile, csvLines } from "~/server/csv-answer";
import { notFound } from "~/server/not-found";

/** `/audit/YYYY-MM-DD.csv`: one row per cask. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const day = params.date === "latest" ? null : await readDay(context, params.date ?? "");
  if (!day) throw notFound();
  return csvFile(csvLines(dayRows(day)), `dunnage-audit-${day.date}`);
}
