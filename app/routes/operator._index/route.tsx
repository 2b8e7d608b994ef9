import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { dueTexts, sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-meta";
import { addDays, dateOf, formatDate } from "~/domain/calendar-date";
import { formatInstant } from "~/domain/instant";
import { readOverview, type ShownSecond } from "~/areas/console/list-second-person";
import { SECOND_PERSON_ID, type WaitingItem, waitingItems, waitingTotal } from "~/areas/notices/waiting/waiting-items";
import { readConsole } from "~/server/console-session";
import { ConsolePage } from "~/ui/console/console-page";
import { documentTexts } from "~/content/console-cask-texts";
import { sectionHref } from "~/content/console-sections";
import type { DueDate } from "~/areas/notices/list-due-dates";
import { Badge } from "~/ui/badge";
import { cellLink, TextLink } from "~/ui/console/cells";
import { proposalTexts } from "~/content/proposal-texts";
import { ProposalRows } from "~/ui/console/proposal-card";

export const meta: MetaFunction = () => described(sectionTitles.overview);

export async function loader(args: LoaderFunctionArgs) {
  const { db } = args.context;
  const { frame, nowMs, waiting, result } = await readConsole(args, "overview", (staff) => readOverview(db, staff));
  return json({
    frame,
    items: waitingItems(waiting),
    proposals: result.second(frame.mayChange),
    due: result.due.dates,
    today: dateOf(nowMs),
  });
}

export default function Overview() {
  const { frame, items, proposals, due, today } = useLoaderData<typeof loader>();
  return (
    <ConsolePage {...frame} title={sectionTitles.overview}>
      <p className="text-peat-60">
        {items.length === 0
          ? "Nothing is waiting. All done."
          : `${waitingTotal(items)} waiting for a person, oldest first.`}
      </p>
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
                {item.sinceMs !== null && ` · since ${formatInstant(item.sinceMs)}`}
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

const VIEWS: Record<Exclude<DueDate["kind"], "dispute">, string> = {
  paper: "?view=evidence",
  storage: "",
  value: "?view=value",
  cycle: "?view=value",
  bid: "?view=bid",
};

function placeOf({ kind, id }: DueDate): string {
  return kind === "dispute" ? `${sectionHref("payments")}/${id}` : `${sectionHref("casks")}/${id}${VIEWS[kind]}`;
}

function DueList({ dates, today }: { dates: readonly DueDate[]; today: string }) {
  return (
    <section aria-labelledby="due-title" className="flex max-w-160 flex-col gap-2">
      <h2 id="due-title" className="display text-lg">
        Late, or due within 30 days
      </h2>
      {dates.length === 0 && <p className="text-peat-60">Nothing is due within 30 days.</p>}
      <ul className="divide-y divide-peat-30 border-y border-peat-30 empty:hidden">
        {dates.map((due) => (
          <li
            key={`${due.kind} ${due.id} ${due.what}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4 py-2"
          >
            <span className="min-w-0">
              <a href={placeOf(due)} className={`font-semibold ${cellLink}`}>
                {due.name}
              </a>
              <span className="block text-xs text-peat-60">{sayDue(due)}</span>
            </span>
            <span className="figures flex items-center gap-2">
              {due.on < today ? `since ${formatDate(due.on)}` : `by ${formatDate(due.on)}`}
              {due.on < today && <Badge tone="error">late</Badge>}
              {due.on >= today && due.on <= addDays(today, 7) && <Badge tone="attention">within a week</Badge>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const sayDue = ({ kind, what }: DueDate): string =>
  dueTexts.kinds[kind](
    kind === "paper" ? (documentTexts.kinds[what as keyof typeof documentTexts.kinds] ?? what) : what,
  );

function SecondPersonList({ proposals }: { proposals: ShownSecond[] }) {
  return (
    <section id={SECOND_PERSON_ID} className="flex max-w-160 flex-col gap-4">
      <h2 className="display text-lg">{proposalTexts.title}</h2>
      <ul className="flex flex-col gap-4">
        {proposals.map((proposal) => (
          <li key={proposal.id} data-row="" className="rounded-md border border-peat-30 p-4">
            <ProposalRows proposal={proposal} />
            <TextLink href={proposal.href}>See it</TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
