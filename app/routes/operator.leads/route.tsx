import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { sectionHref } from "~/content/console-sections";
import { leadTexts as texts, sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { listLeads } from "~/areas/console/list-leads";
import { readAfter } from "~/core/lists/keyset-page";
import { shownContact } from "~/areas/console/shown-contact";
import { frameProps } from "~/server/console-frame";
import { readConsole } from "~/server/console-session";
import type { PageHandle } from "~/server/page-handle";
import { consoleKeysScript } from "~/ui/console/console-keys";
import { ConsolePage } from "~/ui/console/console-page";
import { ConsoleTable } from "~/ui/console/console-table";
import { Instant } from "~/ui/console/instant";
import { PageLinks } from "~/ui/console/page-links";

export const handle: PageHandle = { console: true, inlineScript: consoleKeysScript };

export const meta: MetaFunction = () => described(sectionTitles.leads);

export async function loader(args: LoaderFunctionArgs) {
  const after = new URL(args.request.url).searchParams.get("after");
  const { frame, result } = await readConsole(args, "leads", () =>
    listLeads(args.context.db, { after: readAfter(after) }),
  );
  const rows = result.rows.map((lead) => ({ ...lead, ...shownContact(lead, frame.mayChange) }));
  return json({ frame: frameProps(frame), isFirst: after === null, ...result, rows });
}

export default function Leads() {
  const { frame, rows, next, isFirst } = useLoaderData<typeof loader>();
  return (
    <ConsolePage {...frame} title={sectionTitles.leads}>
      <ConsoleTable
        label={sectionTitles.leads}
        columns={[
          { label: texts.columns.when, cell: (lead) => <Instant atMs={lead.createdAtMs} /> },
          { label: texts.columns.email, cell: (lead) => lead.email ?? "" },
          { label: texts.columns.phone, cell: (lead) => lead.phone ?? "" },
        ]}
        rows={rows}
        keyOf={(lead) => lead.id}
      />
      <PageLinks base={sectionHref("leads")} next={next} isFirst={isFirst} csv />
    </ConsolePage>
  );
}
