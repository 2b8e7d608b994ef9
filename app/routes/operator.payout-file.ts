import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { makeRun } from "~/areas/payouts/payout-run";
import { writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import { readId } from "~/server/read-id";

const ID = /^run_\w+$/;

export async function action(args: ActionFunctionArgs) {
  const { db, newId } = args.context;
  const sent = readId((await readForm(args.request)).get("run"));
  const runId = ID.test(sent) ? sent : newId("run");
  const { result: made } = await writeConsole(args, "withdrawals", (operator) => makeRun(db, { runId, operator }));
  return made ? savedAt(args, `/operator/payout-runs/${runId}`) : redirect("/operator/payout-runs?made=none", 303);
}
