import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { leadTexts as texts, sectionTitles } from "~/content/console-texts";
import { titled } from "~/content/page-titles";
import { listLeads } from "~/features/console/list-leads";
import { frameProps } from "~/server/console-frame";
import { readConsole } from "~/server/console-session";
import type { PageHandle } from "~/server/page-handle";
import { consoleKeysScript } from "~/ui/console/console-keys";
import { ConsolePage } from "~/ui/console/console-page";
import { ConsoleTable } from "~/ui/console/console-table";
import { Instant } from "~/ui/console/instant";

export const handle: PageHandle = { console: true, inlineScript: consoleKeysScript };

export const meta: MetaFunction = () => [titled(sectionTitles.leads)];

export async function loader(args: LoaderFunctionArgs) {
  const { frame, result } = await readConsole(args, "leads", () => listLeads(args.context.db));
  return json({ frame: frameProps(frame), rows: result });
}

export default function Leads() {
  const { frame, rows } = useLoaderData<typeof loader>();
  return (
    <ConsolePage {...frame} title={sectionTitles.leads}>
      <ConsoleTable
        label={sectionTitles.leads}
        columns={[
          { label: texts.columns.when, cell: (lead) => <Instant atMs={lead.createdAtMs} /> },
          { label: texts.columns.email, cell: (lead) => lead.email ?? "" },
          { label: texts.columns.phone, cell: (lead) => (lead.phone === null ? "" : `+${lead.phone}`) },
        ]}
        rows={rows}
        keyOf={(lead) => lead.id}
      />
    </ConsolePage>
  );
}
