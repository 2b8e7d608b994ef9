import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readStatement } from "~/areas/holdings/statements/read-statement";
import { statementPaper } from "~/areas/holdings/statements/statement-paper";
import { statementRowsForCsv } from "~/areas/holdings/statements/statement-csv";
import { ghostfolioFile, performancePrices, performanceRows } from "~/areas/holdings/statements/trackers";
import { dateOf } from "~/domain/calendar-date";
import { wholeLife } from "~/domain/statement-period";
import { csvFile, csvLines, csvStyleOf } from "~/server/csv-answer";
import { drawnPaper } from "~/server/drawn-paper";
import { notFound } from "~/server/not-found";
import { requireSession } from "~/server/session/page-session";

const FILE = /^([\d-]{1,40})\.(pdf|csv)$|^(ghostfolio)\.json$|^(portfolio-performance|prices-(\w{1,60}))\.csv$/;

/** A statement of any period, and a person's whole history for portfolio trackers. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, params, request } = args;
  const [, period, kind, ghostfolio, performance, caskId] = FILE.exec(params.file ?? "") ?? [];
  const today = dateOf(context.nowMs());
  const name = period ?? (ghostfolio || performance ? wholeLife(today) : "");
  const session = await requireSession(args);
  const statement = await readStatement(context, session, name);
  if (!statement) throw notFound();
  const fileName = `dunnage-${performance ?? ghostfolio ?? `statement-${name}`}`;
  if (kind === "pdf") return drawnPaper(context, session.claim.userId, statementPaper(statement), fileName);
  if (ghostfolio) {
    const headers = {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}.json"`,
    };
    return new Response(ghostfolioFile(statement.tracked, today), { headers });
  }
  const tracked = caskId ? performancePrices(statement.tracked, caskId) : performanceRows(statement.tracked);
  const rows = performance ? tracked : statementRowsForCsv(statement);
  if (!rows) throw notFound();
  const { style } = await csvStyleOf(request);
  return csvFile(csvLines(rows, style), fileName);
}
