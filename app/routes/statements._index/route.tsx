import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-titles";
import { statementTexts as texts } from "~/content/statement-texts";
import { isPeriod, periodName, periodOf } from "~/domain/statement-period";
import { listPeriods } from "~/areas/holdings/statements/list-periods";
import { requireSession } from "~/server/session/page-session";
import { StatementsScreen } from "./screen";

export const meta: MetaFunction = () => described(texts.title);

/** The list of years, and a form for any other period: what it asks for is a file of its own. */
export async function loader(args: LoaderFunctionArgs) {
  const periods = await listPeriods(args.context, await requireSession(args));
  const { searchParams: query } = new URL(args.request.url);
  const tooLong = periodOf(query.get("too-long") ?? "", periods.today);
  if (tooLong) return json({ periods, typed: { ...tooLong, as: "pdf" }, error: texts.any.tooLong });
  const asked = query.get("as");
  const typed = {
    from: query.get("from") ?? periods.calendar[0]?.from ?? "",
    to: query.get("to") ?? periods.today,
    as: asked === "csv" ? "csv" : "pdf",
  };
  if (asked === null) return json({ periods, typed, error: null });
  if (!isPeriod(typed, periods.today)) return json({ periods, typed, error: texts.any.wrong }, 400);
  return redirect(`/statements/${periodName(typed)}.${typed.as}`);
}

export default function Statements() {
  return <StatementsScreen {...useLoaderData<typeof loader>()} />;
}
