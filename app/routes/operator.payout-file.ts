import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { openPayouts, PAYOUT_COLUMNS, readPayouts } from "~/features/console/payout-file";
import { writeConsole } from "~/server/console-session";
import { csvAnswer, csvLines } from "~/server/csv-answer";

/** A file for the bank with all that this operator may pay now. Taking it is logged, so it is a write. */
export async function action(args: ActionFunctionArgs) {
  const { db, newId, nowMs } = args.context;
  const fileId = newId("pof");
  const { result } = await writeConsole(args, "withdrawals", (access) => readPayouts(db, { fileId, access }));
  const payouts = await openPayouts(args.context, result);
  return csvAnswer(csvLines([[...PAYOUT_COLUMNS], ...payouts]), "payouts", nowMs());
}
