import { type HeadersFunction, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { readList } from "~/areas/proof/read-audit";
import { auditListTexts, auditListTexts as texts, auditTexts } from "~/content/audit-texts";
import { described } from "~/content/page-titles";
import type { AuditedCask, ListedStake } from "~/domain/audit/audit-files";
import { dayHref, listHref, pageOf, stakeAnchor, STAKES_A_PAGE } from "~/domain/audit/audit-pages";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { ResultBadge } from "~/ui/audit/day-screen";
import { PageLinks } from "~/ui/audit/page-links";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { SiteFooter } from "~/ui/site-footer";

type StakeListProps = {
  date: string;
  cask: AuditedCask;
  stakes: ListedStake[];
  page: number;
  pages: number;
};

/** Classes shared by hundreds of rows, listed once. */
const rows =
  "[&_tr]:scroll-mt-4 [&_tr]:border-b [&_tr]:border-peat-30 [&_tr:target]:bg-copper-soft [&_th]:w-16 [&_th]:py-1.5 " +
  "[&_th]:text-left [&_td:last-child]:font-mono [&_td:last-child]:wrap-anywhere";

/** Stakes under one heading, so that a number is found by scrolling. */
const IN_GROUP = 50;

function StakeListScreen({ date, cask, stakes, page, pages }: StakeListProps) {
  const groups = Array.from({ length: Math.ceil(stakes.length / IN_GROUP) }, (_, at) =>
    stakes.slice(at * IN_GROUP, (at + 1) * IN_GROUP),
  );
  const hrefOf = (other: number) => listHref({ date, caskId: cask.id, page: other });
  return (
    <Page top={{ back: { href: dayHref(date) } }} footer={<SiteFooter />}>
      <PageTitle lead={texts.lead(date)}>{texts.title(cask.name)}</PageTitle>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <ResultBadge result={cask.result} />
        <span className="figures text-sm">{countsOf(cask)}</span>
      </p>
      {cask.reason !== null && <p className="font-semibold wrap-anywhere text-brick">{cask.reason}</p>}
      <p className="text-sm text-peat-60">{auditTexts.casks.words}</p>
      <p className="text-sm text-peat-60">{texts.findYours}</p>
      <PageLinks page={page} pages={pages} hrefOf={hrefOf} />
      {groups.map((group) => (
        <Group key={group[0]?.number} stakes={group} />
      ))}
      <PageLinks page={page} pages={pages} hrefOf={hrefOf} />
      <Panel title={auditTexts.files.title} look="barley">
        <p className="text-sm text-peat-60">{texts.hash}</p>
        <p className="font-mono text-sm break-all">{cask.list_sha256}</p>
        <a
          href={`${listHref({ date, caskId: cask.id })}.json`}
          className="inline-flex min-h-11 min-w-11 items-center text-copper underline underline-offset-4"
        >
          {auditTexts.files.json}
        </a>
      </Panel>
    </Page>
  );
}

function countsOf({ issued, free, reserved, void: ended }: AuditedCask): string {
  const { states } = texts;
  return [
    [issued, states.issued],
    [free + reserved, states.free],
    [ended, states.void],
  ]
    .map(([count, state]) => `${auditTexts.casks.number(Number(count))} ${state}`)
    .join(" · ");
}

function Group({ stakes }: { stakes: ListedStake[] }) {
  const title = texts.range(stakes[0]?.number ?? 0, stakes.at(-1)?.number ?? 0);
  return (
    <table className="w-full text-sm">
      <caption className="display pb-2 text-left text-lg">{title}</caption>
      <thead>
        <tr className="border-b border-peat-30 text-left text-xs text-peat-60">
          <th scope="col" className="py-1 font-normal">
            {texts.number}
          </th>
          <th scope="col" className="font-normal">
            {texts.state}
          </th>
          <th scope="col" className="font-normal">
            {texts.mark}
          </th>
        </tr>
      </thead>
      <tbody className={rows}>
        {stakes.map(({ number, state, mark }) => (
          <tr key={number} id={stakeAnchor(number)}>
            <th scope="row">{number}</th>
            <td>
              <span aria-hidden="true">{texts.signs[state]}</span> {texts.states[state]}
            </td>
            <td>{mark ?? (state === "free" ? "" : texts.noMark)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export const handle: PageHandle = { tagged: true };

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...described(auditListTexts.title(data?.cask.name ?? "")),
  { name: "robots", content: "noindex" },
];

/** What it says never changes, but how it looks may. */
export const headers: HeadersFunction = () => ({ "Cache-Control": "public, max-age=3600, must-revalidate" });

/** Two published files, of which the day names the list. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const which = { date: params.date ?? "", caskId: params.cask ?? "" };
  const found = await readList(context, which);
  if (!found) throw notFound();
  const { day, cask, list } = found;
  const { shown, page, pages } = pageOf(list.stakes, STAKES_A_PAGE, new URL(request.url).searchParams.get("page"));
  return json({ date: day.date, cask, stakes: shown, page, pages });
}

export default function StakeList() {
  return <StakeListScreen {...useLoaderData<typeof loader>()} />;
}
