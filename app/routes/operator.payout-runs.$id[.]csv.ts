import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openPayouts, PAYOUT_COLUMNS, readRunFile } from "~/areas/payouts/read-run";
import { openConsole } from "~/server/console-session";
import { csvFile, csvLines } from "~/server/csv-answer";
import { notFound } from "~/server/not-found";
import { readId } from "~/server/read-id";

/** For operators only. Each account number taken out is logged. */
export async function loader(args: LoaderFunctionArgs) {
  const { db, newId } = args.context;
  const runId = readId(args.params.id);
  const fileId = newId("pof");
  const session = await openConsole(args, "withdrawals");
  const { result } = await session.read((operator) => readRunFile(db, { runId, fileId, operator }));
  const [first] = result;
  if (!first) throw notFound();
  const payouts = await openPayouts(args.context, result);
  return csvFile(csvLines([[...PAYOUT_COLUMNS], ...payouts]), `payout-run-${first.number}`);
}
