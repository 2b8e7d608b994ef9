import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { type AuditPage, readAuditPage } from "~/areas/proof/read-audit";
import { described, publicPageMeta, titled } from "~/content/page-meta";
import { AUDIT_PATH, VERIFY_PATH } from "~/content/page-paths";
import type { AuditedCask } from "~/domain/audit/audit-files";
import { countOf, dayHref, formatCount, listHref } from "~/domain/audit/audit-pages";
import { formatDate, formatMonth } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { DefinitionRows } from "~/ui/definition-rows";
import { Fold } from "~/ui/fold";
import { Icon } from "~/ui/icon";
import { PageLinks } from "~/ui/page-links";
import { RackFigure } from "~/ui/pictures/rack";
import { Hash, Links, ProofPage } from "~/ui/proof-page";
import { ResultHead } from "~/ui/result-head";

type Counts = Pick<AuditedCask, "total" | "issued" | "reserved" | "free" | "void">;

const others = ({ reserved, free, void: ended }: Pick<Counts, "reserved" | "free" | "void">) =>
  `${reserved > 0 ? `${formatCount(reserved)} reserved, ` : ""}${formatCount(free)} free${ended > 0 ? `, ${formatCount(ended)} void` : ""}`;

const texts = {
  title: "Daily audit",
  description:
    "Every night: each cask with its stakes sold and free, every stake by its audit code, money held against money owed, and a program that checks it.",
  lead: "Counts, money and ledger agree. Count them again yourself, in this browser.",
  dayTitle: (date: string) => `Audit of ${formatDate(date)}`,
  none: {
    title: "No audit yet",
    text: "The first one is made the night after the first cask is published.",
  },
  casks: {
    title: "Casks",
    empty: "No cask was published on this day.",
    sum: ({ casks, total, ...counts }: Counts & { casks: number }) => ({
      start: countOf(total, "stake"),
      end: ` in ${countOf(casks, "cask")}: ${formatCount(counts.issued)} sold, ${others(counts)}`,
    }),
    ofCask: ({ total, certificates_valid: valid, ...counts }: Counts & { certificates_valid: number }) =>
      `${formatCount(counts.issued)} of ${formatCount(total)} sold, ${others(counts)}${valid === counts.issued ? "" : `, ${countOf(valid, "certificate")}`}`,
  },
  money: {
    title: "Money",
    short: (held: string, owed: string) => `${held} held, ${owed} owed`,
    rows: [
      ["held_cents", "Held for investors"],
      ["owed_cents", "Owed"],
      ["wallets_cents", "in wallets and orders"],
      ["rewards_pending_cents", "rewards not yet paid"],
      ["withdrawals_open_cents", "withdrawals on their way"],
      ["unsettled_cents", "unsettled, or being refunded"],
      ["cask_proceeds_cents", "from sold casks, to be shared out"],
    ],
    covered: "What is held covers what is owed.",
  },
  chain: {
    title: "Hash and files",
    text: "Each day includes the hash of the day before. Keep this one: if the past is ever rewritten, it will no longer match.",
    head: "Hash of this day",
    previous: "Day before",
    ledger: (rows: number) => `${formatCount(rows)} rows of the ledger, chained to`,
  },
  files: {
    json: "JSON",
    csv: "CSV, made from the JSON and not covered by its hash",
    key: "Key that signs it",
    check: "Check it in this browser",
  },
  earlier: { title: "Earlier days" },
} as const;

export const handle: PageHandle = { minute: ["month", "page"] };

export const meta: MetaFunction<typeof loader> = ({ params: { date } }) =>
  date
    ? described(texts.dayTitle(date))
    : publicPageMeta({ path: AUDIT_PATH, ...titled(texts.title), description: texts.description });

/** `/audit`: the latest day, at most once a minute, with one round trip; `/audit/YYYY-MM-DD`: the file of that one. */
export async function loader({ request, context, params: { date } }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const asked = { month: searchParams.get("month"), page: searchParams.get("page") };
  const audit = await readAuditPage(context, date, asked);
  if (!audit && date) throw notFound();
  return json({ audit, isLatest: !date });
}

export default function Audit() {
  const { audit, isLatest } = useLoaderData<typeof loader>();
  if (!audit)
    return (
      <ProofPage back={{ href: "/" }}>
        <ResultHead look="waiting" title={texts.none.title}>
          {texts.none.text}
        </ResultHead>
      </ProofPage>
    );
  const { day, casks, page, pages, earlier, isMonthAsked } = audit;
  const path = isLatest ? AUDIT_PATH : dayHref(day.date);
  const isRight = day.result === "PASS";
  return (
    <ProofPage
      title={texts.dayTitle(day.date)}
      lead={isRight ? texts.lead : undefined}
      back={{ href: isLatest ? "/" : AUDIT_PATH }}
      briefFooter
    >
      {!isRight && (
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <Badge tone="error">{day.result}</Badge>
          <span className="min-w-0 flex-1 wrap-anywhere">{day.reason}</span>
        </p>
      )}
      {casks.length === 0 ? <p className="text-peat-60">{texts.casks.empty}</p> : <Casks {...audit} />}
      <PageLinks page={page} pages={pages} hrefOf={(other) => (other === 1 ? path : `${path}?page=${other}`)} />
      <ButtonLink href={VERIFY_PATH}>{texts.files.check}</ButtonLink>
      <div className="border-t border-peat-30">
        <Money {...day.money} />
        <Fold title={texts.chain.title}>
          <Chain {...day} />
        </Fold>
        {earlier && (
          <Fold title={texts.earlier.title} id={EARLIER_ID} open={isMonthAsked}>
            <Links links={earlier.days.map((date) => ({ href: dayHref(date), label: formatDate(date) }))} />
            <Links
              links={earlier.months.map((month) => ({
                href: `${AUDIT_PATH}?month=${month}#${EARLIER_ID}`,
                label: formatMonth(month),
              }))}
            />
          </Fold>
        )}
      </div>
    </ProofPage>
  );
}

const EARLIER_ID = "earlier";

function Casks({ day: { date, result }, casks, rack, first, counts }: AuditPage) {
  const { start, end } = texts.casks.sum(counts);
  return (
    <section aria-label={texts.casks.title}>
      <RackFigure
        picture={rack}
        first={first}
        sentence={
          <span className="figures flex items-start gap-3">
            {result === "PASS" && <Badge tone="gain">{result}</Badge>}
            <span>
              <strong className="font-semibold">{start}</strong>
              {end}
            </span>
          </span>
        }
      />
      <ol className="mt-1 divide-y divide-peat-30 border-y border-peat-30">
        {casks.map((cask, at) => (
          <li key={cask.id}>
            <a href={listHref({ date, caskId: cask.id })} className="flex min-h-14 items-center gap-2 py-1">
              <span
                aria-hidden="true"
                className="figures grid size-6 shrink-0 place-items-center rounded-full border border-peat bg-copper-soft text-xs font-semibold"
              >
                {first + at}
              </span>
              <span className="min-w-0 flex-1">
                <h2 className="text-[min(1rem,7.5vw)] leading-6 font-semibold wrap-anywhere">{cask.name}</h2>
                <span className="figures block text-sm text-peat-60">
                  <strong className={cask.result === "PASS" ? "text-moss" : "text-brick"}>{cask.result}</strong>
                  {` · ${texts.casks.ofCask(cask)}`}
                </span>
                {cask.reason !== null && (
                  <span className="block text-sm font-semibold wrap-anywhere text-brick">{cask.reason}</span>
                )}
              </span>
              <Icon name="forward" size={16} />
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Money({ reason, result: _, ...cents }: AuditPage["day"]["money"]) {
  const { title, short, rows, covered } = texts.money;
  return (
    <Fold title={title} said={short(formatUsd(cents.held_cents), formatUsd(cents.owed_cents))}>
      <DefinitionRows tight rows={rows.map(([field, label]) => ({ label, value: formatUsd(cents[field]) }))} />
      <p className="mt-3 text-sm text-peat-60">{reason ?? covered}</p>
    </Fold>
  );
}

function Chain({ date, hash, previous_date: before, ledger_head: head, ledger_rows: rows }: AuditPage["day"]) {
  const { chain, files } = texts;
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>{chain.text}</p>
      <Hash label={chain.head}>{hash}</Hash>
      <Hash label={chain.ledger(rows)}>{head}</Hash>
      <Links
        links={[
          { href: `${dayHref(date)}.json`, label: files.json },
          { href: `${dayHref(date)}.csv`, label: files.csv },
          { href: "/audit/key", label: files.key },
          ...(before === null ? [] : [{ href: dayHref(before), label: `${chain.previous}: ${formatDate(before)}` }]),
        ]}
      />
    </div>
  );
}
