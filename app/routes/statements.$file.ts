import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readStatement } from "~/areas/holdings/statements/read-statement";
import { statementPaper } from "~/areas/holdings/statements/statement-paper";
import { statementRowsForCsv } from "~/areas/holdings/statements/statement-tables";
import { csvFile, csvLines } from "~/server/csv-answer";
import { drawnPaper } from "~/server/drawn-paper";
import { notFound } from "~/server/not-found";
import { requireSession } from "~/server/session/page-session";

const FILE = /^([\d-]{1,40})\.(pdf|csv)$/;

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const [, name = "", kind] = FILE.exec(params.file ?? "") ?? [];
  const session = await requireSession(args);
  const read = await readStatement(context, session, name);
  if (!read.ok && read.code === "no-such-period") throw notFound();
  if (!read.ok) return Response.redirect(`${context.origin}/statements?too-long=${name}`, 302);
  const fileName = `dunnage-statement-${name}`;
  if (kind === "csv") return csvFile(csvLines(statementRowsForCsv(read.statement)), fileName);
  return drawnPaper(context, session.claim.userId, statementPaper(read.statement), fileName);
}
