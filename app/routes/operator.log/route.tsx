import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { sectionHref } from "~/content/console-sections";
import { logTexts as texts, sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { listLog, type LogEntry } from "~/areas/console/list-log";
import { readAfter } from "~/core/lists/keyset-page";
import { frameProps } from "~/server/console-frame";
import { readConsole } from "~/server/console-session";
import type { PageHandle } from "~/server/page-handle";
import { consoleKeysScript } from "~/ui/console/console-keys";
import { ConsolePage } from "~/ui/console/console-page";
import { type Column, ConsoleTable } from "~/ui/console/console-table";
import { Instant } from "~/ui/console/instant";
import { PageLinks } from "~/ui/console/page-links";

export const handle: PageHandle = { console: true, inlineScript: consoleKeysScript };

export const meta: MetaFunction = () => described(sectionTitles.log);

const BASE = sectionHref("log");

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const subject = searchParams.get("of");
  const after = searchParams.get("after");
  const { frame, result } = await readConsole(args, "log", () =>
    listLog(args.context.db, { subject, after: readAfter(after) }),
  );
  return json({ frame: frameProps(frame), subject, isFirst: after === null, ...result });
}

const columns: Column<LogEntry>[] = [
  { label: texts.columns.when, cell: (entry) => <Instant atMs={entry.createdAtMs} /> },
  { label: texts.columns.who, cell: (entry) => entry.actor },
  { label: texts.columns.what, cell: (entry) => entry.action },
  {
    label: texts.columns.about,
    cell: (entry) => (
      <a href={`${BASE}?of=${encodeURIComponent(entry.subject)}`} className="text-copper underline underline-offset-4">
        {entry.subject}
      </a>
    ),
  },
  { label: texts.columns.detail, cell: (entry) => entry.detail ?? "" },
];

export default function Log() {
  const { frame, subject, rows, next, isFirst } = useLoaderData<typeof loader>();
  const base = subject === null ? BASE : `${BASE}?of=${encodeURIComponent(subject)}`;
  return (
    <ConsolePage {...frame} title={sectionTitles.log}>
      {subject !== null && (
        <p>
          {texts.of(subject)}{" "}
          <a href={BASE} className="inline-flex min-h-11 items-center text-copper underline underline-offset-4">
            {texts.all}
          </a>
        </p>
      )}
      <ConsoleTable label={sectionTitles.log} columns={columns} rows={rows} keyOf={(entry) => entry.id} />
      <PageLinks base={base} next={next} isFirst={isFirst} csv />
    </ConsolePage>
  );
}
