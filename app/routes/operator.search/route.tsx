import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import {
  FOUND_KINDS,
  type FoundKind,
  onlyExact,
  readSearchTerms,
  searchIfAsked,
  type SearchResult,
} from "~/areas/console/search";
import { shownContact } from "~/areas/console/shown-contact";
import { searchTexts as texts } from "~/content/console-search-texts";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { userTexts } from "~/content/console-user-texts";
import { described } from "~/content/page-titles";
import { groupCode } from "~/domain/certificate-code";
import { formatUsd } from "~/domain/money";
import { frameProps } from "~/server/console-frame";
import { readConsole } from "~/server/console-session";
import type { PageHandle } from "~/server/page-handle";
import { ConsolePage, type ConsolePageProps } from "~/ui/console/console-page";
import { Instant } from "~/ui/console/instant";

type Props = {
  frame: Omit<ConsolePageProps, "title" | "children">;
  query: string;
  /** null: nothing was asked for yet. */
  found: SearchResult | null;
};

function SearchScreen({ frame, query, found }: Props) {
  const lines = found ? linesOf(found) : [];
  return (
    <ConsolePage {...frame} title={texts.title} query={query}>
      {found === null && <p className="max-w-160 text-peat-60">{texts.hint}</p>}
      {found && <p role="status">{lines.length === 0 ? texts.none : texts.found(lines.length)}</p>}
      {FOUND_KINDS.map((kind) => (
        <Group key={kind} kind={kind} lines={lines.filter((line) => line.kind === kind)} />
      ))}
    </ConsolePage>
  );
}

type Line = { kind: FoundKind; id: string; name: string; detail: ReactNode; createdAtMs: number };

function linesOf(found: SearchResult): Line[] {
  const line = (
    kind: FoundKind,
    { id, createdAtMs }: { id: string; createdAtMs: number },
    name: string,
    detail: string,
  ) => ({
    kind,
    id,
    createdAtMs,
    name,
    detail,
  });
  return [
    ...found.users.map((one) =>
      line("users", one, one.fullName ?? userTexts.noName, [one.email, one.phone].filter(Boolean).join(" · ")),
    ),
    ...found.casks.map((one) => line("casks", one, one.name, one.id)),
    ...found.certificates.map((one) =>
      line("certificates", one, groupCode(one.code), [one.caskName, one.state].join(" · ")),
    ),
    ...found.payments.map((one) =>
      line("payments", one, one.name, [formatUsd(one.amountCents), one.state].join(" · ")),
    ),
    ...found.withdrawals.map((one) =>
      line("withdrawals", one, one.holderName, [formatUsd(one.amountCents), one.state].join(" · ")),
    ),
    ...found.support.map((one) => line("support", one, groupCode(one.number), one.name)),
  ];
}

function Group({ kind, lines }: { kind: FoundKind; lines: Line[] }) {
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby={`${kind}-title`} className="max-w-160">
      <h2 id={`${kind}-title`} className="mb-1 font-semibold">
        {sectionTitles[kind]}
      </h2>
      <ul className="divide-y divide-peat-30 border-y border-peat-30">
        {lines.map((line) => (
          <li key={line.id} data-row="">
            <a
              href={`${sectionHref(kind)}/${line.id}`}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2 hover:bg-barley"
            >
              <span className="min-w-0">
                <bdi className="block font-semibold wrap-anywhere text-copper underline underline-offset-4">
                  {line.name}
                </bdi>
                <bdi className="block wrap-anywhere text-peat-60">{line.detail}</bdi>
              </span>
              <Instant atMs={line.createdAtMs} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

export const handle: PageHandle = { console: true };

/** Not what was looked for: a tab's title is kept in the browser's history. */
export const meta: MetaFunction = () => described(texts.title);

export async function loader(args: LoaderFunctionArgs) {
  const typed = new URL(args.request.url).searchParams.get("q");
  const asked = readSearchTerms(typed);
  const { frame, result } = await readConsole(args, "overview", () => searchIfAsked(args.context.db, asked));
  const query = asked?.text ?? typed?.trim().slice(0, 100) ?? "";
  if (!result) return json({ frame: frameProps(frame), query, found: null });
  const only = onlyExact(result);
  if (only) throw redirect(`${sectionHref(only.kind)}/${only.id}`, 303);
  const users = result.users.map((one) => ({ ...one, ...shownContact(one, frame.mayChange) }));
  return json({ frame: frameProps(frame), query, found: { ...result, users } });
}

export default function Search() {
  return <SearchScreen {...useLoaderData<typeof loader>()} />;
}
