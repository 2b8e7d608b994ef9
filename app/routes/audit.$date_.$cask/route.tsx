import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { readListFile } from "~/areas/proof/read-audit";
import { described } from "~/content/page-meta";
import type { CaskList } from "~/domain/audit/audit-files";
import { dayHref, formatCount, listHref, pageOf, stakeAnchor, STAKES_A_PAGE } from "~/domain/audit/audit-pages";
import { formatDate } from "~/domain/calendar-date";
import { markUpOf } from "~/domain/mark-up";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { boughtRows } from "~/ui/bought-rows";
import { DefinitionRows } from "~/ui/definition-rows";
import { PageLinks } from "~/ui/page-links";
import { Hash, Links, ProofPage } from "~/ui/proof-page";

const STATES = { issued: ["●", "issued"], free: ["○", "free"], void: ["✕", "void"] } as const;

const title = (name: string) => `Stakes of ${name}`;

export const handle: PageHandle = { tagged: true };

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...described(title(data?.cask.name ?? "")),
  { name: "robots", content: "noindex" },
];

/** The content never changes, but the look may. */
export const headers = () => ({ "Cache-Control": "public, max-age=3600, must-revalidate" });

export async function loader({ request, context, params: { date = "", cask: caskId = "" } }: LoaderFunctionArgs) {
  const found = await readListFile(context, { date, caskId });
  if (!found) throw notFound();
  const { stakes } = await found.file.json<CaskList>();
  const { cask } = found;
  const { bought_for_cents: boughtForCents, markup_cents: addedCents, total: totalStakes } = cask;
  const costPerStakeCents = ((boughtForCents ?? 0) + (addedCents ?? 0)) / totalStakes;
  const markUp = markUpOf({ boughtForCents, costPerStakeCents, totalStakes });
  const page = new URL(request.url).searchParams.get("page");
  return json({ date, cask, markUp, ...pageOf(stakes, STAKES_A_PAGE, page) });
}

/** Classes shared by hundreds of rows, listed once. */
const rows =
  "[&_tr]:scroll-mt-4 [&_tr]:border-b [&_tr]:border-peat-30 [&_tr:target]:bg-copper-soft [&_th]:w-16 [&_th]:py-1.5 " +
  "[&_th]:text-left [&_td:last-child]:font-mono [&_td:last-child]:wrap-anywhere";

export default function StakeList() {
  const { date, cask, markUp, shown, page, pages } = useLoaderData<typeof loader>();
  const list = { date, caskId: cask.id };
  const links = <PageLinks page={page} pages={pages} hrefOf={(other) => listHref({ ...list, page: other })} />;
  return (
    <ProofPage
      title={title(cask.name)}
      lead={`Every stake, as it stood at the end of ${formatDate(date)}.`}
      back={{ href: dayHref(date) }}
    >
      <p className="figures text-sm">
        <strong className={cask.result === "PASS" ? "text-moss" : "text-brick"}>{cask.result}</strong>
        {` · ${formatCount(cask.issued)} issued · ${formatCount(cask.free + cask.reserved)} free · ${formatCount(cask.void)} void`}
      </p>
      {cask.reason !== null && <p className="font-semibold wrap-anywhere text-brick">{cask.reason}</p>}
      <DefinitionRows tight rows={boughtRows(markUp)} />
      <p className="text-sm text-peat-60">
        As of midnight (UTC) at the end of the day. Sold: issued to a holder. Reserved: held for a checkout that was
        open at midnight. Void: sold once and since ended, or on hold because its payment is disputed or was reversed.
      </p>
      <p className="text-sm text-peat-60">
        Your stake’s audit code is on its page in your wallet and on its certificate. The link on your stake’s page
        brings you to its line here. A code names no one, and no one can work it out without the certificate’s code.
      </p>
      {links}
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-peat-30 text-left text-xs text-peat-60">
            {["Stake", "State", "Audit code"].map((column) => (
              <th key={column} scope="col" className="py-1 font-normal">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={rows}>
          {shown.map(({ number, state, mark }) => (
            <tr key={number} id={stakeAnchor(number)}>
              <th scope="row">{number}</th>
              <td>
                <span aria-hidden="true">{STATES[state][0]}</span> {STATES[state][1]}
              </td>
              <td>{mark ?? (state === "free" ? "" : "no certificate")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {links}
      <Hash label="SHA-256 of this list, as given in the day’s audit">{cask.list_sha256}</Hash>
      <Links links={[{ href: `${listHref(list)}.json`, label: "JSON" }]} />
    </ProofPage>
  );
}
