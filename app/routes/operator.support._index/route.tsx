import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { sectionHref } from "~/content/console-sections";
import { requestTexts as texts } from "~/content/console-support-texts";
import { consoleTexts, sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { listSupport, readSupportFilter, SUPPORT_FILTERS, type SupportFilter } from "~/areas/console/list-support";
import { readAfter } from "~/core/lists/keyset-page";
import { frameProps } from "~/server/console-frame";
import { readConsole } from "~/server/console-session";
import type { PageHandle } from "~/server/page-handle";
import { consoleKeysScript } from "~/ui/console/console-keys";
import { ConsolePage } from "~/ui/console/console-page";
import { Filters } from "~/ui/console/filters";
import { PageLinks } from "~/ui/console/page-links";
import { RequestsTable } from "./requests-table";

export const handle: PageHandle = { console: true, inlineScript: consoleKeysScript };

export const meta: MetaFunction = () => described(sectionTitles.support);

const BASE = sectionHref("support");
const hrefOf = (filter: SupportFilter) => (filter === "waiting" ? BASE : `${BASE}?state=${filter}`);

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const filter = readSupportFilter(searchParams.get("state"));
  const after = searchParams.get("after");
  const { frame, result } = await readConsole(args, "support", () =>
    listSupport(args.context.db, { filter, after: readAfter(after) }),
  );
  const count = consoleTexts.count(frame.waiting.support, frameProps(frame).mostCounted);
  return json({ frame: frameProps(frame), filter, count, nowMs: frame.nowMs, isFirst: after === null, ...result });
}

export default function Support() {
  const { frame, filter, count, nowMs, rows, next, isFirst } = useLoaderData<typeof loader>();
  const filters = SUPPORT_FILTERS.map((one) => ({
    href: hrefOf(one),
    label: texts.filters[one],
    current: one === filter,
    ...(one === "waiting" && { count }),
  }));
  return (
    <ConsolePage {...frame} title={sectionTitles.support}>
      <Filters label={texts.filterLabel} filters={filters} />
      <RequestsTable rows={rows} nowMs={nowMs} />
      <PageLinks base={hrefOf(filter)} next={next} isFirst={isFirst} csv />
    </ConsolePage>
  );
}
