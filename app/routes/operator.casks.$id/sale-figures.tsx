import { saleTexts as texts } from "~/content/console-cask-texts";
import { formatDate } from "~/domain/calendar-date";
import { formatInstant } from "~/domain/instant";
import { formatUsd } from "~/domain/money";
import type { SalePreview } from "~/areas/console/cask-page";
import type { CaskExit } from "~/areas/console/read-cask";
import { Badge, type BadgeTone } from "~/ui/badge";
import { ConsoleTable } from "~/ui/console/console-table";
import { PageLinks } from "~/ui/console/page-links";
import { SubjectLink } from "~/ui/console/subject-link";
import { DefinitionRows } from "~/ui/definition-rows";

type RowsProps = { sale: SalePreview; exit: CaskExit | null; viewerId: string };

const TONES: Record<CaskExit["state"], BadgeTone> = {
  proposed: "attention",
  confirmed: "copper",
  done: "gain",
  withdrawn: "neutral",
};

export function SaleRows({ sale, exit, viewerId }: RowsProps) {
  const { division, stakes, cask, terms } = sale;
  const isConfirmed = exit !== null && exit.state !== "proposed";
  const money = (label: string, cents: number) => ({ label, value: formatUsd(cents) });
  return (
    <DefinitionRows
      rows={[
        ...(exit
          ? [{ label: "State", value: <Badge tone={TONES[exit.state]}>{texts.states[exit.state]}</Badge> }]
          : []),
        { label: "Sold on", value: formatDate(terms.soldOn) },
        { label: "Buyer", value: texts.buyers[terms.buyerKind] },
        money("Price of the whole cask", terms.grossCents),
        money("Fees", terms.feesCents),
        money("Net", division.netCents),
        { label: "Stakes in the cask", value: String(cask.totalStakes) },
        { label: "Net per stake", value: formatUsd(division.netPerStakeCents), accent: true },
        money("Left by rounding, kept by the house", division.remainderCents),
        isConfirmed
          ? {
              label: "Stakes credited to their holders",
              value: texts.creditedOf(exit.credited, exit.credited + exit.left),
            }
          : { label: "Stakes held, to be credited", value: String(stakes.credited) },
        { label: "Stakes waiting for a dispute to end", value: String(stakes.waiting) },
        { label: "Stakes nobody holds, whose share goes to the house", value: String(stakes.own) },
        ...(exit ? decided(exit, viewerId) : []),
      ]}
    />
  );
}

function decided(exit: CaskExit, viewerId: string) {
  const by = (who: string | null, atMs: number) =>
    (who === viewerId ? texts.byViewer : texts.byOther)(formatInstant(atMs));
  return [
    { label: "Proposed", value: by(exit.proposedBy, exit.proposedAtMs) },
    ...(exit.confirmedAtMs === null ? [] : [{ label: "Confirmed", value: by(exit.confirmedBy, exit.confirmedAtMs) }]),
  ];
}

export function SaleHolders({ sale, base, isFirst }: { sale: SalePreview; base: string; isFirst: boolean }) {
  if (sale.holders.length === 0)
    return <p className="text-peat-60">Nobody holds a stake in it: the net goes to the house.</p>;
  return (
    <div className="flex min-w-0 flex-col gap-4 lg:col-start-1">
      <h3 className="font-semibold">{texts.perHolder}</h3>
      <p className="text-peat-60">{texts.advances}</p>
      <ConsoleTable
        label={texts.perHolder}
        rows={sale.holders}
        keyOf={({ userId }) => userId}
        columns={[
          {
            label: "Holder",
            cell: (row) => <SubjectLink subject={`user:${row.userId}`} name={row.name ?? "no name yet"} />,
          },
          { label: "Stakes", right: true, cell: (row) => String(row.stakes) },
          { label: "Paid", right: true, cell: (row) => formatUsd(row.paidCents) },
          { label: "Share", right: true, cell: (row) => formatUsd(row.shareCents) },
          { label: "Advanced", right: true, cell: (row) => formatUsd(row.takenOffCents) },
          {
            label: "Credited",
            right: true,
            cell: (row) => <b className="font-semibold">{formatUsd(row.getsCents)}</b>,
          },
          {
            label: "More or less",
            right: true,
            cell: (row) => formatUsd(row.getsCents + row.advancedCents - row.paidCents),
          },
        ]}
      />
      <PageLinks base={base} next={sale.next} isFirst={isFirst} />
    </div>
  );
}
