import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-meta";
import { addDays, dateOf, formatDate, formatInstant } from "~/domain/calendar-date";
import { type DueDate, readOverview, type ShownSecond } from "~/areas/console/read-overview";
import { SECOND_PERSON_ID, type WaitingItem, waitingItems, waitingTotal } from "~/areas/notices/waiting/waiting-items";
import { readConsole } from "~/server/console-session";
import { ConsolePage } from "~/ui/console/console-page";
import { documentNames } from "~/content/casks";
import { sectionHref, sectionTitles } from "~/content/console-sections";
import { Badge } from "~/ui/badge";
import { CellLink, TextLink } from "~/ui/console/cells";
import { ConsoleTable } from "~/ui/console/console-table";
import { proposalTexts } from "~/content/proposal-texts";
import { ProposalRows } from "~/ui/console/proposal-card";

export const meta = () => described(sectionTitles.overview);

export async function loader(args: LoaderFunctionArgs) {
  const { db } = args.context;
  const { frame, nowMs, waiting, result } = await readConsole(args, "overview", (staff) => readOverview(db, staff));
  return json({
    frame,
    items: waitingItems(waiting),
    proposals: result.second(frame.mayChange),
    due: result.due,
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
      <div className="grid items-start gap-8 xl:grid-cols-2">
        <WaitingList items={items} />
        <div className="flex min-w-0 flex-col gap-5">
          {proposals.length > 0 && <SecondPersonList proposals={proposals} />}
          <DueList dates={due} today={today} />
        </div>
      </div>
    </ConsolePage>
  );
}

function WaitingList({ items }: { items: WaitingItem[] }) {
  if (items.length === 0) return null;
  return (
    <ul className="divide-y divide-peat-30 border-y border-peat-30">
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

type Due = { say: (what: string) => string; view: string };
const DUE: Record<DueDate["kind"], Due> = {
  paper: { say: (kind) => `${documentNames[kind as DocumentKind]} expires`, view: "?view=evidence" },
  storage: { say: () => "Storage is paid until then", view: "" },
  dispute: { say: () => "The provider needs an answer to the dispute", view: "" },
};
type DocumentKind = keyof typeof documentNames;

const placeOf = ({ kind, id }: DueDate) =>
  `${sectionHref(kind === "dispute" ? "payments" : "casks")}/${id}${DUE[kind].view}`;

function DueList({ dates, today }: { dates: readonly DueDate[]; today: string }) {
  const title = "Late, or due within 30 days";
  return (
    <section aria-labelledby="due-title" className="flex min-w-0 flex-col gap-2">
      <h2 id="due-title" className="display text-lg">
        {title}
      </h2>
      <ConsoleTable
        label={title}
        none="Nothing is due within 30 days."
        rows={dates}
        keyOf={({ kind, id, what }) => `${kind} ${id} ${what}`}
        columns={[
          { label: "What", cell: (due) => <CellLink href={placeOf(due)}>{due.name}</CellLink> },
          { label: "Why", onPhone: "plain", cell: (due) => DUE[due.kind].say(due.what) },
          {
            label: "Date",
            isState: true,
            cell: ({ on }) => (
              <Badge tone={on < today ? "error" : on <= addDays(today, 7) ? "attention" : "neutral"}>
                {on < today ? `late since ${formatDate(on)}` : `by ${formatDate(on)}`}
              </Badge>
            ),
          },
        ]}
      />
    </section>
  );
}

function SecondPersonList({ proposals }: { proposals: ShownSecond[] }) {
  return (
    <section id={SECOND_PERSON_ID} className="flex flex-col gap-4">
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
