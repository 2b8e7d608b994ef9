import { roundTexts as texts } from "~/content/console-round-texts";
import { sectionHref } from "~/content/console-sections";
import { utc } from "~/core/lists/export-cells";
import { readAfter } from "~/core/lists/keyset-page";
import { nextRound, roundAt } from "~/domain/auction/rounds";
import { formatUsd, plainDollars } from "~/domain/money";
import { type ClosedRound, listRounds } from "~/areas/market/resale/list-rounds";
import { Instant } from "~/ui/console/instant";
import { RoundState } from "~/ui/console/round-state";
import { RowLink } from "~/ui/console/row-link";
import { consoleLink } from "~/ui/console/subject-link";
import { defineList } from "./define-list";

const HREF = sectionHref("rounds");

/** Of the market, the latest first, without those that are open. */
export const rounds = defineList({
  section: "rounds",
  filters: {},
  position: readAfter,
  query: (db, asked) => listRounds(db, asked),
  columns: ({ nowMs }) => [
    {
      label: "Cask",
      cell: (round: ClosedRound) => <RowLink href={`${HREF}/${round.id}`}>{round.caskName}</RowLink>,
    },
    { label: "Month", cell: (round) => round.month },
    { label: "Closed", cell: (round) => <Instant atMs={round.closesAtMs} /> },
    { label: "State", isState: true, cell: (round) => <RoundState round={round} nowMs={nowMs} /> },
    { label: "Price", right: true, cell: priceOf },
    { label: "Changed hands", right: true, cell: (round) => texts.sold(round.settled, round.volume) },
    { label: "Fees taken", right: true, cell: (round) => formatUsd(round.feeCents) },
  ],
  draw: ({ table, links, nowMs }) => (
    <>
      <p className="max-w-160 text-peat-60">
        {texts.lead} {timesOf(nowMs)}
      </p>
      <p>
        <a href={sectionHref("settings")} className={`inline-flex min-h-11 items-center ${consoleLink}`}>
          {texts.settings}
        </a>
      </p>
      {table}
      {links}
    </>
  ),
  csv: {
    cask_id: (round) => round.caskId,
    cask: (round) => round.caskName,
    round: (round) => round.month,
    closed_at: (round) => utc(round.closesAtMs),
    state: (round) => round.state,
    price_usd: (round) => (round.priceCents === null ? null : plainDollars(round.priceCents)),
    stakes: (round) => round.volume,
    sold: (round) => round.settled,
    failed: (round) => round.failed,
    fees_usd: (round) => plainDollars(round.feeCents),
  },
});

function priceOf({ priceCents, state }: ClosedRound): string {
  if (priceCents !== null) return formatUsd(priceCents);
  return state === "cleared" || state === "settled" ? texts.nothing : texts.none;
}

function timesOf(nowMs: number): string {
  const round = roundAt(nowMs);
  return round ? texts.open(round.closesAtMs) : texts.next(nextRound(nowMs).opensAtMs);
}
