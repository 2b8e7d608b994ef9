import { json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { type FoundKind, onlyExact, readSearchTerms, searchIfAsked, type SearchResult } from "~/areas/console/search";
import { shownContact } from "~/areas/console/shown-contact";
import { sectionHref, sectionTitles } from "~/content/console-sections";
import { userTexts } from "~/content/console-user-texts";
import { described } from "~/content/page-meta";
import { groupCode } from "~/domain/certificate-code";
import { formatUsd } from "~/domain/money";
import { readConsole } from "~/server/console-session";
import { ConsolePage } from "~/ui/console/console-page";
import { ConsoleTable } from "~/ui/console/console-table";
import { Instant, RowLink } from "~/ui/console/cells";

export default function Search() {
  const { frame, query, found } = useLoaderData<typeof loader>();
  const lines = found ? linesOf(found) : [];
  return (
    <ConsolePage {...frame} title="Search" query={query}>
      {found === null && (
        <p className="max-w-160 text-peat-60">
          By email or phone number, the start of a person's or a cask's name, a certificate's code, a payment, a
          withdrawal, a bank reference or the number of a support request. At least two letters.
        </p>
      )}
      {found && (
        <p role="status">
          {lines.length === 0
            ? "Nothing was found. Enter addresses, codes and references in full; the start of a name is enough."
            : `${lines.length} found.`}
        </p>
      )}
      {lines.length > 0 && (
        <ConsoleTable
          label="Search"
          rows={lines}
          keyOf={({ href }) => href}
          columns={[
            {
              label: "Name",
              cell: (row) => (
                <RowLink href={row.href}>
                  <bdi>{row.name}</bdi>
                </RowLink>
              ),
            },
            { label: "Kind", onPhone: "plain", cell: (row) => sectionTitles[row.kind] },
            { label: "Detail", onPhone: "plain", cell: (row) => <bdi>{row.detail}</bdi> },
            { label: "Since", cell: (row) => <Instant atMs={row.createdAtMs} /> },
          ]}
        />
      )}
    </ConsolePage>
  );
}

type Line = { href: string; kind: FoundKind; name: string; detail: string; createdAtMs: number };

function linesOf(found: SearchResult): Line[] {
  const line = (
    kind: FoundKind,
    one: { id: string; createdAtMs: number },
    name: string,
    detail: (string | null)[],
  ) => ({
    kind,
    name,
    createdAtMs: one.createdAtMs,
    href: `${sectionHref(kind)}/${one.id}`,
    detail: detail.filter(Boolean).join(" · "),
  });
  return [
    ...found.users.map((one) => line("users", one, one.fullName ?? userTexts.noName, [one.email, one.phone])),
    ...found.casks.map((one) => line("casks", one, one.name, [one.id])),
    ...found.certificates.map((one) => line("certificates", one, groupCode(one.code), [one.caskName, one.state])),
    ...found.payments.map((one) => line("payments", one, one.name, [formatUsd(one.amountCents), one.state])),
    ...found.withdrawals.map((one) =>
      line("withdrawals", one, one.holderName, [formatUsd(one.amountCents), one.state]),
    ),
    ...found.support.map((one) => line("support", one, groupCode(one.number), [one.name])),
  ];
}

/** Not what was looked for: a tab's title is kept in the browser's history. */
export const meta = () => described("Search");

export async function loader(args: LoaderFunctionArgs) {
  const typed = new URL(args.request.url).searchParams.get("q");
  const asked = readSearchTerms(typed);
  const { frame, result } = await readConsole(args, "overview", () => searchIfAsked(args.context.db, asked));
  const query = asked?.text ?? typed?.trim().slice(0, 100) ?? "";
  if (!result) return json({ frame, query, found: null });
  const only = onlyExact(result);
  if (only) throw redirect(`${sectionHref(only.kind)}/${only.id}`, 303);
  const users = result.users.map((one) => ({ ...one, ...shownContact(one, frame.mayChange) }));
  return json({ frame, query, found: { ...result, users } });
}
