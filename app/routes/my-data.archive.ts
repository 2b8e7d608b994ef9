import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { makeZip } from "client-zip";
import { archiveFiles } from "~/features/my-data/archive-files";
import { readMyData } from "~/features/my-data/read-my-data";
import { csvLines } from "~/server/csv-answer";
import { requireSession } from "~/server/session/page-session";

/** Only a form gets the archive: opened as an address, this leads to the page with the form. */
export const loader = () => redirect("/my-data");

/** Streamed: the archive needs no more memory than its largest file. */
export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const read = await readMyData(context, await requireSession(args));
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
