import { projectionRisk, returnsTexts } from "~/content/wallet-texts";
import { formatDate } from "~/domain/calendar-date";
import { Badge } from "~/ui/badge";
import { Money } from "~/ui/money";
import { percentText } from "~/ui/percent-text";
import type { Returns } from "./wallet-view";

/** Realised and unrealised are told apart, and no value is shown without its day. */
function basisOf({ realisedCents, unrealisedCents, valuedOn, tier, valuedCasks }: Returns) {
  const parts = returnsTexts.parts(realisedCents, unrealisedCents);
  if (!valuedOn || !tier) return parts;
  return `${parts} ${returnsTexts.valued(valuedCasks, { date: formatDate(valuedOn), tier })} ${projectionRisk}`;
}

export function ReturnsTillDate({ returns }: { returns: Returns }) {
  const { percent, since, realisedCents, unrealisedCents } = returns;
  if (percent === null && realisedCents === 0) return <p className="font-semibold">{returnsTexts.notValued}</p>;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        <Money cents={realisedCents + (unrealisedCents ?? 0)} size="medium" change />
        {percent !== null && (
          <Badge tone={percent > 0 ? "gain" : percent < 0 ? "error" : "neutral"}>{percentText(percent, true)}</Badge>
        )}
        {since && <span className="text-peat-60">{returnsTexts.since(formatDate(since))}</span>}
      </p>
      <p className="figures mt-1 text-xs text-peat-60">{basisOf(returns)}</p>
    </>
  );
}
