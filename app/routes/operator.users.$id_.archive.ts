import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { makeZip } from "client-zip";
import { sectionHref } from "~/content/console-sections";
import { archiveFiles, readCustomersData } from "~/areas/holdings/my-data-archive";
import { openConsole, readConsoleFrame } from "~/server/console-session";
import { csvLines } from "~/server/csv-answer";
import { TurnTaker } from "~/server/heavy-work";
import { readId } from "~/server/read-id";

/** Only a form gets the file: opened as an address, this leads to the page with the form. */
export async function loader(args: LoaderFunctionArgs) {
  await readConsoleFrame(args, "users");
  return redirect(`${sectionHref("users")}/${readId(args.params.id)}`);
}

/** Everything about a person is read for one operator's form at a time. */
const turns = new TurnTaker({ ofOne: 1, ofAll: 2, waitMs: 4_000, lostAfterMs: 20_000 });

/** `/operator/users/ID/archive`: all that is kept about a person who asked for it by letter, streamed. */
export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const userId = readId(params.id);
  const session = await openConsole(args, "users");
  const page = `${sectionHref("users")}/${userId}`;
  const turn = await turns.take(userId, context.wait);
  if (!turn) return redirect(`${page}?file=busy`, 303);
  const data = await readCustomersData(context, session, userId).finally(turn.end);
  if (!data) return redirect(`${page}?file=not-allowed`, 303);
  const { certificates, log } = context;
  const day = new Date(data.nowMs).toISOString().slice(0, 10);
  return new Response(makeZip(archiveFiles({ certificates, log, toCsv: csvLines }, data)), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="dunnage-${userId}-${day}.zip"`,
      "Cache-Control": "private, no-store",
    },
  });
}
