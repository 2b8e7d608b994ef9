import { roundTexts as texts } from "~/content/console-round-texts";
import { sectionHref } from "~/content/console-sections";
import { formatInstant } from "~/domain/instant";
import { formatUsd } from "~/domain/money";
import type { FillRow, RoundPage } from "~/areas/market/resale/read-round";
import { Badge, type BadgeTone } from "~/ui/badge";
import { ConsoleTable } from "~/ui/console/console-table";
import { Instant } from "~/ui/console/instant";
import { RowLink } from "~/ui/console/row-link";

/** Each stake that is sold at the round's price, with both orders. */
export function Fills({ round: { fills, hasMore } }: { round: Pick<RoundPage, "fills" | "hasMore"> }) {
  const { columns } = texts;
  return (
    <section aria-labelledby="fills-title" className="flex flex-col gap-2">
      <h2 id="fills-title" className="font-semibold">
        {texts.fills}
      </h2>
      <ConsoleTable
        label={texts.fills}
        columns={[
          { label: columns.stake, right: true, cell: (fill) => String(fill.number) },
          { label: columns.seller, cell: (fill) => <OrderOf userId={fill.sellerId} number={fill.sellNumber} /> },
          { label: columns.buyer, cell: (fill) => <OrderOf userId={fill.buyerId} number={fill.buyNumber} /> },
          { label: columns.fee, right: true, cell: (fill) => formatUsd(fill.feeCents) },
          { label: columns.advanced, right: true, cell: (fill) => formatUsd(fill.advancedCents) },
          { label: columns.credit, right: "amount", cell: (fill) => formatUsd(fill.creditCents) },
          { label: columns.state, isState: true, cell: (fill) => <State fill={fill} /> },
          { label: columns.paid, cell: (fill) => <Paid fill={fill} /> },
        ]}
        rows={fills}
        keyOf={(fill) => fill.stakeId}
      />
      {hasMore && <p className="text-peat-60">{texts.more(fills.length)}</p>}
    </section>
  );
}

const OrderOf = ({ userId, number }: { userId: string; number: number }) => (
  <RowLink href={`${sectionHref("users")}/${userId}`}>{texts.order(number)}</RowLink>
);

const tones: Record<FillRow["state"], BadgeTone> = { due: "attention", settled: "gain", failed: "error" };

function State({ fill: { state, stakeState } }: { fill: FillRow }) {
  return (
    <>
      <Badge tone={tones[state]}>{texts.fillStates[state]}</Badge>
      {state === "failed" && <span className="block text-sm">{texts.because[stakeState]}</span>}
    </>
  );
}

function Paid({ fill: { state, paidAtMs, payableFromMs } }: { fill: FillRow }) {
  if (state !== "settled") return <>{texts.none}</>;
  if (paidAtMs !== null) return <Instant atMs={paidAtMs} />;
  return <>{payableFromMs === null ? texts.none : texts.paidFrom(formatInstant(payableFromMs))}</>;
}
