import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { caskListTexts as texts } from "~/content/console-cask-texts";
import { sectionHref } from "~/content/console-sections";
import { consoleTexts, sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { dateOf } from "~/domain/calendar-date";
import {
  CASK_FILTERS,
  type CaskFilter,
  listEveryCask,
  readAfterCask,
  readCaskFilter,
} from "~/areas/console/list-casks";
import { frameProps } from "~/server/console-frame";
import { readConsole } from "~/server/console-session";
import type { PageHandle } from "~/server/page-handle";
import { ButtonLink } from "~/ui/button";
import { consoleKeysScript } from "~/ui/console/console-keys";
import { ConsolePage } from "~/ui/console/console-page";
import { Filters } from "~/ui/console/filters";
import { PageLinks } from "~/ui/console/page-links";
import { CasksTable } from "./casks-table";

export const handle: PageHandle = { console: true, inlineScript: consoleKeysScript };

export const meta: MetaFunction = () => described(sectionTitles.casks);

const BASE = sectionHref("casks");
const hrefOf = (filter: CaskFilter) => (filter === "all" ? BASE : `${BASE}?state=${filter}`);

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const filter = readCaskFilter(searchParams.get("state"));
  const after = searchParams.get("after");
  const { frame, result } = await readConsole(args, "casks", ({ nowMs }) =>
    listEveryCask(args.context.db, { filter, after: readAfterCask(after), today: dateOf(nowMs) }),
  );
  const today = dateOf(frame.nowMs);
  return json({ frame: frameProps(frame), filter, today, isFirst: after === null, ...result });
}

export default function Casks() {
  const { frame, filter, today, rows, counts, next, isFirst } = useLoaderData<typeof loader>();
  const filters = CASK_FILTERS.map((one) => ({
    href: hrefOf(one),
    label: texts.filters[one],
    current: one === filter,
    ...(one !== "all" && { count: consoleTexts.count(counts[one], frame.mostCounted) }),
  }));
  return (
    <ConsolePage {...frame} title={sectionTitles.casks}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Filters label={texts.columns.standing} filters={filters} />
        {frame.mayChange && (
          <ButtonLink href={`${BASE}/new`} wide={false}>
            {texts.create}
          </ButtonLink>
        )}
      </div>
      <CasksTable rows={rows} today={today} />
      <PageLinks base={hrefOf(filter)} next={next} isFirst={isFirst} csv />
    </ConsolePage>
  );
}
