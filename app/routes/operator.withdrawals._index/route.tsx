import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { sectionHref } from "~/content/console-sections";
import { consoleTexts, sectionTitles, withdrawalTexts as texts } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { formatUsd } from "~/domain/money";
import { readAfter } from "~/features/console/keyset-page";
import {
  listWithdrawals,
  readWithdrawalFilter,
  WITHDRAWAL_FILTERS,
  type WithdrawalFilter,
} from "~/features/console/list-withdrawals";
import { frameProps } from "~/server/console-frame";
import { readConsole } from "~/server/console-session";
import type { PageHandle } from "~/server/page-handle";
import { Button } from "~/ui/button";
import { ConsolePage } from "~/ui/console/console-page";
import { consoleKeysScript } from "~/ui/console/console-keys";
import { Filters } from "~/ui/console/filters";
import { PageLinks } from "~/ui/console/page-links";
import { WithdrawalsTable } from "./withdrawals-table";

export const handle: PageHandle = { console: true, inlineScript: consoleKeysScript };

export const meta: MetaFunction = () => described(sectionTitles.withdrawals);

const BASE = sectionHref("withdrawals");
const hrefOf = (filter: WithdrawalFilter) => (filter === "due" ? BASE : `${BASE}?state=${filter}`);

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const filter = readWithdrawalFilter(searchParams.get("state"));
  const after = readAfter(searchParams.get("after"));
  const { frame, result } = await readConsole(args, "withdrawals", ({ nowMs }) =>
    listWithdrawals(args.context.db, { filter, after, nowMs }),
  );
  const { waiting, nowMs } = frame;
  const counts: Partial<Record<WithdrawalFilter, number | null>> = { due: waiting.withdrawals, waiting: waiting.held };
  return json({ frame: frameProps(frame), filter, counts, nowMs, isFirst: after === null, ...result });
}

export default function Withdrawals() {
  const { frame, filter, counts, nowMs, rows, next, isFirst } = useLoaderData<typeof loader>();
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
      {filter === "due" && frame.mayChange && rows.length > 0 && <PayoutFile />}
      <PageLinks base={hrefOf(filter)} next={next} isFirst={isFirst} csv />
    </ConsolePage>
  );
}

function PayoutFile() {
  return (
    <form
      method="post"
      action="/operator/payout-file"
      className="flex max-w-120 flex-col gap-2 border-l-4 border-peat-30 pl-3"
    >
      <p className="text-peat-60">{texts.payoutFileLead}</p>
      <div>
        <Button look="secondary" wide={false}>
          {texts.payoutFile}
        </Button>
      </div>
    </form>
  );
}
