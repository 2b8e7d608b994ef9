import { json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { type Found, readSearchTerms, searchIfAsked } from "~/areas/console/search";
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
          {found.length === 0
            ? "Nothing was found. Enter addresses, codes and references in full; the start of a name is enough."
            : `${found.length} found.`}
        </p>
      )}
      {found && found.length > 0 && (
        <ConsoleTable
          label="Search"
          rows={found}
          keyOf={hrefOf}
          columns={[
            {
              label: "Name",
              cell: (row) => (
                <RowLink href={hrefOf(row)}>
                  <bdi>{row.code ? groupCode(row.code) : (row.name ?? userTexts.noName)}</bdi>
                </RowLink>
              ),
            },
            { label: "Kind", onPhone: "plain", cell: (row) => sectionTitles[row.kind] },
            { label: "Detail", onPhone: "plain", cell: (row) => <bdi>{detailOf(row)}</bdi> },
            { label: "Since", cell: (row) => <Instant atMs={row.createdAtMs} /> },
          ]}
        />
      )}
    </ConsolePage>
  );
}

const hrefOf = ({ kind, id }: Found) => `${sectionHref(kind)}/${id}`;

function detailOf({ email, phone, more, amountCents, state }: Found): string {
  const amount = amountCents === undefined ? null : formatUsd(amountCents);
  return [email, phone, more, amount, state].filter(Boolean).join(" · ");
}

/** Not what was looked for: a tab's title is kept in the browser's history. */
export const meta = () => described("Search");

export async function loader(args: LoaderFunctionArgs) {
  const typed = new URL(args.request.url).searchParams.get("q");
  const asked = readSearchTerms(typed);
  const { frame, result } = await readConsole(args, "overview", () => searchIfAsked(args.context.db, asked));
  const query = asked?.text ?? typed?.trim().slice(0, 100) ?? "";
  if (!result) return json({ frame, query, found: null });
  const [only, ...others] = result.filter(({ exact }) => exact === 1);
  if (only && others.length === 0) throw redirect(hrefOf(only), 303);
  const found = result.map((one) => ({
    ...one,
    ...shownContact({ email: one.email ?? null, phone: one.phone ?? null }, frame.mayChange),
  }));
  return json({ frame, query, found });
}
