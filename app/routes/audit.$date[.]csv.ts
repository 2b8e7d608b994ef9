import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { dayRows, readDay } from "~/areas/proof/read-audit";
import { csvFile, csvLines } from "~/server/csv-answer";
import { hasSameTag } from "~/server/entity-tag";
import { notFound } from "~/server/not-found";

/** `/audit/YYYY-MM-DD.csv`: one row per cask. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const day = params.date === "latest" ? null : await readDay(context, params.date ?? "");
  if (!day) throw notFound();
  const headers = { ETag: `"${day.hash}"`, "Cache-Control": "public, max-age=31536000, immutable" };
  if (hasSameTag(request, headers.ETag)) return new Response(null, { status: 304, headers });
  const answer = csvFile(csvLines(dayRows(day)), `dunnage-audit-${day.date}`);
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  return answer;
}
