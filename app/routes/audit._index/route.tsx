import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { type AuditPage, readAuditPage } from "~/areas/proof/read-audit";
import { described, publicPageMeta } from "~/content/page-meta";
import { AUDIT_PATH, VERIFY_PATH } from "~/content/page-paths";
import type { AuditedCask } from "~/domain/audit/audit-files";
import { countOf, dayHref, formatCount, listHref } from "~/domain/audit/audit-pages";
import { formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { DefinitionRows } from "~/ui/definition-rows";
import { Fold, LinkRow } from "~/ui/fold";
import { RackFigure } from "~/ui/pictures/rack";
import { Hash, Links, ProofPage } from "~/ui/proof-page";
import { ResultHead } from "~/ui/result-head";

const dayTitle = (date: string) => `Audit of ${formatDate(date)}`;

function othersInWords({ reserved, free, void: ended }: Pick<AuditedCask, "reserved" | "free" | "void">) {
  const held = reserved > 0 ? `${formatCount(reserved)} reserved, ` : "";
  return `${held}${formatCount(free)} free${ended > 0 ? `, ${formatCount(ended)} void` : ""}`;
}

export const handle: PageHandle = { minute: [] };

export const meta: MetaFunction<typeof loader> = ({ params: { date } }) =>
  date
    ? described(dayTitle(date))
    : publicPageMeta({
        path: AUDIT_PATH,
        title: "Daily audit",
        description:
          "Every night: each cask with its stakes sold and free, every stake by its audit code, money held against money owed, and a program that checks it.",
      });

/** `/audit`: the latest day, at most once a minute, with one round trip; `/audit/YYYY-MM-DD`: the file of that one. */
export async function loader({ context, params: { date } }: LoaderFunctionArgs) {
  const audit = await readAuditPage(context, date);
  if (!audit && date) throw notFound();
  return json({ audit, isLatest: !date });
}

export default function Audit() {
  const { audit, isLatest } = useLoaderData<typeof loader>();
  if (!audit)
    return (
      <ProofPage back={{ href: "/" }}>
        <ResultHead look="waiting" title="No audit yet">
          The first one is made the night after the first cask is published.
        </ResultHead>
      </ProofPage>
    );
  const { day, casks, earlier } = audit;
  const isRight = day.result === "PASS";
  return (
    <ProofPage
      title={dayTitle(day.date)}
      lead={isRight ? "Counts, money and ledger agree. Count them again yourself, in this browser." : undefined}
      back={{ href: isLatest ? "/" : AUDIT_PATH }}
      briefFooter
    >
      {!isRight && (
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <Badge tone="error">{day.result}</Badge>
          <span className="min-w-0 flex-1 wrap-anywhere">{day.reason}</span>
        </p>
      )}
      {casks.length === 0 ? <p className="text-peat-60">No cask was published on this day.</p> : <Casks {...audit} />}
      <ButtonLink href={VERIFY_PATH}>Check it in this browser</ButtonLink>
      <div className="border-t border-peat-30">
        <Fold title="Money" said={`${formatUsd(day.money.held_cents)} held, ${formatUsd(day.money.owed_cents)} owed`}>
          <DefinitionRows tight rows={MONEY.map(([field, label]) => ({ label, value: formatUsd(day.money[field]) }))} />
          <p className="mt-3 text-sm text-peat-60">{day.money.reason ?? "What is held covers what is owed."}</p>
        </Fold>
        <Fold title="Hash and files">
          <Chain {...day} />
        </Fold>
        {earlier.length > 0 && (
          <Fold title="Earlier days">
            <Links links={earlier.map((date) => ({ href: dayHref(date), label: formatDate(date) }))} />
          </Fold>
        )}
      </div>
    </ProofPage>
  );
}

function Casks({ day: { date, result }, casks, rack, counts }: AuditPage) {
  return (
    <section aria-label="Casks">
      <RackFigure
        picture={rack}
        sentence={
          <span className="figures flex items-start gap-3">
            {result === "PASS" && <Badge tone="gain">{result}</Badge>}
            <span>
              <strong className="font-semibold">{countOf(counts.total, "stake")}</strong>
              {` in ${countOf(counts.casks, "cask")}: ${formatCount(counts.issued)} sold, ${othersInWords(counts)}`}
            </span>
          </span>
        }
      />
      <div className="mt-1 border-t border-peat-30">
        {casks.map(({ id, name, result: found, reason, ...cask }, at) => (
          <LinkRow
            key={id}
            href={listHref({ date, caskId: id })}
            title={`${at + 1}. ${name}`}
            answer={
              <>
                <strong className={found === "PASS" ? "text-moss" : "text-brick"}>{found}</strong>
                {` · ${formatCount(cask.issued)} of ${formatCount(cask.total)} sold, ${othersInWords(cask)}`}
                {cask.certificates_valid !== cask.issued && `, ${countOf(cask.certificates_valid, "certificate")}`}
                {reason !== null && <strong className="block text-brick">{reason}</strong>}
              </>
            }
          />
        ))}
      </div>
    </section>
  );
}

const MONEY = [
  ["held_cents", "Held for investors"],
  ["owed_cents", "Owed"],
  ["wallets_cents", "in wallets and orders"],
  ["rewards_pending_cents", "rewards not yet paid"],
  ["withdrawals_open_cents", "withdrawals on their way"],
  ["unsettled_cents", "unsettled, or being refunded"],
  ["cask_proceeds_cents", "from sold casks, to be shared out"],
] as const;

function Chain({ date, hash, previous_date: before, ledger_head: head, ledger_rows: rows }: AuditPage["day"]) {
  const links = [
    { href: `${dayHref(date)}.json`, label: "JSON" },
    { href: `${dayHref(date)}.csv`, label: "CSV, made from the JSON and not covered by its hash" },
    { href: "/audit/key", label: "Key that signs it" },
  ];
  if (before !== null) links.push({ href: dayHref(before), label: `Day before: ${formatDate(before)}` });
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>
        Each day includes the hash of the day before. Keep this one: if the past is ever rewritten, it will no longer
        match.
      </p>
      <Hash label="Hash of this day">{hash}</Hash>
      <Hash label={`${formatCount(rows)} rows of the ledger, chained to`}>{head}</Hash>
      <Links links={links} />
    </div>
  );
}
