import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { readWaysOut } from "~/areas/proof/read-figures";
import { publicPageMeta } from "~/content/page-meta";
import { waysOutNow, waysOutPage as texts } from "~/content/ways-out-texts";
import type { PageHandle } from "~/server/page-handle";
import { DefinitionRows } from "~/ui/definition-rows";
import { Panel } from "~/ui/panel";
import { asOfEnd, Links, ProofPage } from "~/ui/proof-page";

export const handle: PageHandle = { minute: [] };

export const meta = () => publicPageMeta(texts);

/** `/ways-out`: how an investor gets money back. One round trip, at most once a minute. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { day, ...paid } = await readWaysOut(context);
  return json({ day, ways: waysOutNow(paid) });
}

export default function WaysOut() {
  const { day, ways } = useLoaderData<typeof loader>();
  return (
    <ProofPage title={texts.title} lead={texts.lead} asOf={asOfEnd(day)}>
      {ways.map(({ id, title, text, costs, takes, restsOn, told, links }, index) => (
        <Panel key={id} id={id} title={`${index + 1}. ${title}`}>
          <p className="mb-2 text-sm">{text}</p>
          <DefinitionRows
            rows={[
              { label: texts.costs, value: costs },
              { label: texts.takes, value: takes },
              { label: texts.restsOn, value: restsOn },
              { label: texts.soFar, value: told },
            ].map((row) => ({ ...row, value: <span className="text-sm font-normal">{row.value}</span>, below: true }))}
            tight
          />
          <Links links={links} />
        </Panel>
      ))}
    </ProofPage>
  );
}
