import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { payoutTexts } from "~/content/console-payout-texts";
import { sectionHref } from "~/content/console-sections";
import { consoleTexts, sectionTitles, withdrawalTexts as texts } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { formatUsd } from "~/domain/money";
import { readAfter } from "~/core/lists/keyset-page";
import {
  listWithdrawals,
  readWithdrawalFilter,
  WITHDRAWAL_FILTERS,
  type WithdrawalFilter,
} from "~/areas/console/list-withdrawals";
import { frameProps } from "~/server/console-frame";
import { readConsole } from "~/server/console-session";
import type { PageHandle } from "~/server/page-handle";
import { ConsolePage } from "~/ui/console/console-page";
import { consoleKeysScript } from "~/ui/console/console-keys";
import { Filters } from "~/ui/console/filters";
import { MakeRun } from "~/ui/console/make-run";
import { PageLinks } from "~/ui/console/page-links";
import { WithdrawalsTable } from "./withdrawals-table";

export const handle: PageHandle = { console: true, inlineScript: consoleKeysScript };

export const meta: MetaFunction = () => described(sectionTitles.withdrawals);

const BASE = sectionHref("withdrawals");
const hrefOf = (filter: WithdrawalFilter) => (filter === "due" ? BASE : `${BASE}?state=${filter}`);

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const filter = readWithdrawalFilter(searchParams.get("state"));
  const after = searchParams.get("after");
  const { frame, result } = await readConsole(args, "withdrawals", ({ nowMs }) =>
    listWithdrawals(args.context.db, { filter, after: readAfter(after), nowMs }),
  );
  const { waiting, nowMs } = frame;
  const counts: Partial<Record<WithdrawalFilter, number | null>> = {
    due: waiting.withdrawals,
    waiting: waiting.held,
    sending: waiting.sending,
  };
  const nextRunId = args.context.newId("run");
  return json({ frame: frameProps(frame), filter, counts, nowMs, nextRunId, isFirst: after === null, ...result });
}

export default function Withdrawals() {
  const { frame, filter, counts, nowMs, nextRunId, rows, next, isFirst } = useLoaderData<typeof loader>();
  const sum = rows.reduce((total, { amountCents }) => total + amountCents, 0);
  const filters = WITHDRAWAL_FILTERS.map((one) => ({
    href: hrefOf(one),
    label: texts.filters[one],
    current: one === filter,
    ...(typeof counts[one] === "number" && { count: consoleTexts.count(counts[one], frame.mostCounted) }),
  }));
  return (
    <ConsolePage {...frame} title={sectionTitles.withdrawals}>
      <Filters label={texts.columns.state} filters={filters} />
      <WithdrawalsTable rows={rows} filter={filter} nowMs={nowMs} />
      {rows.length > 0 && <p className="figures text-peat-60">{texts.total(rows.length, formatUsd(sum))}</p>}
      {filter === "due" && frame.mayChange && rows.length > 0 && <MakeRun runId={nextRunId} />}
      <p>
        <a
          href="/operator/payout-runs"
          className="inline-flex min-h-11 items-center text-copper underline underline-offset-4"
        >
          {payoutTexts.all}
        </a>
      </p>
      <PageLinks base={hrefOf(filter)} next={next} isFirst={isFirst} csv />
    </ConsolePage>
  );
}
