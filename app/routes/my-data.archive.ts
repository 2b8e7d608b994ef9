import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { makeZip } from "client-zip";
import { archiveFiles } from "~/areas/holdings/my-data-archive";
import { readMyData } from "~/areas/holdings/read-my-data";
import { TurnTaker } from "~/server/heavy-work";
import { csvLines } from "~/server/csv-answer";
import { requireSession } from "~/server/session/page-session";
import { tooMany } from "~/server/too-many";
import { withinLimit } from "~/server/session/within-limit";

/** Only a form gets the archive: opened as an address, this leads to the page with the form. */
export const loader = () => redirect("/my-data");

/** Everything about a person is read for one of their forms at a time. */
const turns = new TurnTaker({ ofOne: 1, ofAll: 4, waitMs: 4_000, lostAfterMs: 20_000 });

/** Streamed: the archive needs no more memory than its largest file. */
export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const session = withinLimit(context, await requireSession(args), "my-data");
  const turn = await turns.take(session.claim.userId, context.wait);
  if (!turn) throw tooMany(5_000);
  const read = await readMyData(context, session).finally(turn.end);
  if (!read.ok) return redirect("/confirm-code?next=my-data", 303);
  const { certificates, log } = context;
  const day = new Date(read.data.nowMs).toISOString().slice(0, 10);
  return new Response(makeZip(archiveFiles({ certificates, log, toCsv: csvLines }, read.data)), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="dunnage-everything-about-me-${day}.zip"`,
      "Cache-Control": "private, no-store",
    },
  });
}
