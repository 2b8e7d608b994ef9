import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { overviewTexts as texts, sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { dateOf } from "~/domain/calendar-date";
import { formatInstant } from "~/domain/instant";
import { readOverview } from "~/areas/console/list-second-person";
import { type WaitingItem, waitingItems, waitingTotal } from "~/areas/notices/waiting/waiting-items";
import { frameProps } from "~/server/console-frame";
import { readConsole } from "~/server/console-session";
import type { PageHandle } from "~/server/page-handle";
import { ConsolePage } from "~/ui/console/console-page";
import { DueList } from "./due-list";
import { SecondPersonList } from "./second-person-list";

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = () => described(sectionTitles.overview);

export async function loader(args: LoaderFunctionArgs) {
  const { db } = args.context;
  const { frame, result } = await readConsole(args, "overview", (staff) => readOverview(db, staff));
  return json({
    frame: frameProps(frame),
    items: waitingItems(frame.waiting),
    proposals: result.second(frame.mayChange),
    due: result.due.dates,
    today: dateOf(frame.nowMs),
  });
}

export default function Overview() {
  const { frame, items, proposals, due, today } = useLoaderData<typeof loader>();
  return (
    <ConsolePage {...frame} title={sectionTitles.overview}>
      <p className="text-peat-60">{items.length === 0 ? texts.allDone : texts.lead(waitingTotal(items))}</p>
      <WaitingList items={items} />
      {proposals.length > 0 && <SecondPersonList proposals={proposals} />}
      <DueList dates={due} today={today} />
    </ConsolePage>
  );
}

function WaitingList({ items }: { items: WaitingItem[] }) {
  if (items.length === 0) return null;
  return (
    <ul className="max-w-160 divide-y divide-peat-30 border-y border-peat-30">
      {items.map((item) => (
        <li key={item.label} data-row="">
          <a href={item.href} className="flex min-h-14 items-center justify-between gap-4 py-2 hover:bg-barley">
            <span className="min-w-0">
              <span className="block font-semibold">{item.label}</span>
              <span className="block text-xs text-peat-60">
                {item.promise}
                {item.sinceMs !== null && ` · ${texts.since(formatInstant(item.sinceMs))}`}
              </span>
            </span>
            <span className="figures rounded-sm bg-amber-soft px-2 py-0.5 font-semibold text-amber">
              {item.counted}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
