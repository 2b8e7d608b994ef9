import { projectionRisk, returnsTexts } from "~/content/wallet-texts";
import { formatDate } from "~/domain/calendar-date";
import { Badge } from "~/ui/badge";
import { Money } from "~/ui/money";
import { percentText } from "~/ui/percent-text";
import type { Returns } from "./wallet-view";

function valuationLine(returns: Returns) {
  const { valuedOn, tier, valuedCasks } = returns;
  if (!valuedOn || !tier) return null;
  return `${returnsTexts.valued(valuedCasks, { date: formatDate(valuedOn), tier })} ${projectionRisk}`;
}

function Part({ label, cents }: { label: string; cents: number | null }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-peat-60">{label}</dt>
      <dd className="ml-auto">
        {cents === null ? (
          <span className="text-peat-60">{returnsTexts.notValued}</span>
        ) : (
          <Money cents={cents} change />
        )}
      </dd>
    </div>
  );
}

/** Shown separately: only realised returns are already the investor's money. */
export function ReturnsTillDate({ returns }: { returns: Returns }) {
  const total = returns.realisedCents + (returns.unrealisedCents ?? 0);
  const known = returns.unrealisedCents !== null || returns.realisedCents > 0;
  const line = valuationLine(returns);
  return (
    <div className="border-t border-peat-30 pt-4 text-sm">
      <p className="text-peat-60">{returnsTexts.title}</p>
      {known ? (
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <Money cents={total} size="medium" change />
          {returns.percent !== null && (
            <Badge tone={returns.percent > 0 ? "gain" : returns.percent < 0 ? "error" : "neutral"}>
              {percentText(returns.percent, true)}
            </Badge>
          )}
          {returns.since && <span className="text-peat-60">{returnsTexts.since(formatDate(returns.since))}</span>}
        </p>
      ) : (
        <p className="mt-1 font-semibold">{returnsTexts.notValued}</p>
      )}
      {known && (
        <dl className="mt-2 flex flex-col gap-1">
          <Part label={returnsTexts.realised} cents={returns.realisedCents} />
          <Part label={returnsTexts.unrealised} cents={returns.unrealisedCents} />
        </dl>
      )}
      {line && <p className="mt-2 text-xs text-peat-60">{line}</p>}
    </div>
  );
}
