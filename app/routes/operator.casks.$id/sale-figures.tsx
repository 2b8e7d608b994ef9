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

/** From the price to what a stake brings, with what rounding leaves. */
export function SaleRows({ sale, exit, viewerId }: RowsProps) {
  const { rows } = texts;
  const { division, stakes, cask, terms } = sale;
  const isConfirmed = exit !== null && exit.state !== "proposed";
  const money = (label: string, cents: number) => ({ label, value: formatUsd(cents) });
  return (
    <DefinitionRows
      rows={[
        ...(exit
          ? [{ label: rows.state, value: <Badge tone={TONES[exit.state]}>{texts.states[exit.state]}</Badge> }]
          : []),
        { label: rows.soldOn, value: formatDate(terms.soldOn) },
        { label: rows.buyer, value: texts.buyers[terms.buyerKind] },
        money(rows.gross, terms.grossCents),
        money(rows.fees, terms.feesCents),
        money(rows.net, division.netCents),
        { label: rows.stakes, value: String(cask.totalStakes) },
        { label: rows.netPerStake, value: formatUsd(division.netPerStakeCents), accent: true },
        money(rows.rounding, division.remainderCents),
        isConfirmed
          ? { label: rows.credited, value: texts.creditedOf(exit.credited, exit.credited + exit.left) }
          : { label: rows.held, value: String(stakes.credited) },
        { label: rows.waiting, value: String(stakes.waiting) },
        { label: rows.own, value: String(stakes.own) },
        ...(exit ? decided(exit, viewerId) : []),
      ]}
    />
  );
}

function decided(exit: CaskExit, viewerId: string) {
  const by = (who: string | null, atMs: number) =>
    (who === viewerId ? texts.byViewer : texts.byOther)(formatInstant(atMs));
  return [
    { label: texts.rows.proposed, value: by(exit.proposedBy, exit.proposedAtMs) },
    ...(exit.confirmedAtMs === null
      ? []
      : [{ label: texts.rows.confirmed, value: by(exit.confirmedBy, exit.confirmedAtMs) }]),
  ];
}

/** Fifty holders at a time, each to the cent. */
export function SaleHolders({ sale, base, isFirst }: { sale: SalePreview; base: string; isFirst: boolean }) {
  const { holderColumns: labels } = texts;
  if (sale.holders.length === 0) return <p className="text-peat-60">{texts.noHolders}</p>;
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
            label: labels.holder,
            cell: (row) => <SubjectLink subject={`user:${row.userId}`} name={row.name ?? texts.noName} />,
          },
          { label: labels.stakes, right: true, cell: (row) => String(row.stakes) },
          { label: labels.paid, right: true, cell: (row) => formatUsd(row.paidCents) },
          { label: labels.share, right: true, cell: (row) => formatUsd(row.shareCents) },
          { label: labels.advance, right: true, cell: (row) => formatUsd(row.takenOffCents) },
          {
            label: labels.gets,
            right: true,
            cell: (row) => <b className="font-semibold">{formatUsd(row.getsCents)}</b>,
          },
          {
            label: labels.change,
            right: true,
            cell: (row) => formatUsd(row.getsCents + row.advancedCents - row.paidCents),
          },
        ]}
      />
      <PageLinks base={base} next={sale.next} isFirst={isFirst} />
    </div>
  );
}
