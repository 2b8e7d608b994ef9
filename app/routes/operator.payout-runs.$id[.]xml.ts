import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { painOfRun, readRunFile } from "~/areas/payouts/payout-runs/run-file";
import { openConsole } from "~/server/console-session";
import { notFound } from "~/server/not-found";
import { readId } from "~/server/read-id";

/** `/operator/payout-runs/RUN.xml`: the same rows as in the CSV file, as pain.001. Each account number taken out is logged. */
export async function loader(args: LoaderFunctionArgs) {
  const { db, newId } = args.context;
  const runId = readId(args.params.id);
  const fileId = newId("pof");
  const session = await openConsole(args, "withdrawals");
  const { result } = await session.read((operator) => readRunFile(db, { runId, fileId, operator }));
  const [first, ...more] = result;
  if (!first) throw notFound();
  const pain = await painOfRun(args.context, [first, ...more]);
  if (!pain.ok) {
    const why = pain.why === "no-account" ? pain.why : pain.why.rows.join(".");
    return redirect(`/operator/payout-runs/${runId}?nofile=${why}`, 303);
  }
  return new Response(pain.xml, {
    headers: {
      "Content-Type": "application/xml; charset=utf-8",
      "Content-Disposition": `attachment; filename="payout-run-${pain.number}.xml"`,
    },
  });
}
