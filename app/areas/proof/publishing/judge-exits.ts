import { drawOutcomes, type Outcome } from "~/domain/pictures/value-outcomes";
import { isJudged, recordOf } from "~/domain/value-record";
import { judgedValues, type ProvedExit } from "./proof-files";

/** How right the values of ended casks were: their record, and the last value of each cask beside what a stake brought. */
export function judgeExits(exits: readonly ProvedExit[]) {
  const outcomes = exits.flatMap((exit): (Outcome & { caskName: string })[] => {
    const last = judgedValues(exit).findLast(isJudged);
    const { caskId, caskName } = exit;
    return last
      ? [{ ...{ caskId, caskName, tier: last.tier, valueCents: last.valueCents, netCents: last.netCents } }]
      : [];
  });
  return {
    record: recordOf(exits.flatMap(judgedValues)),
    judged: outcomes.length,
    outcomes,
    picture: drawOutcomes(outcomes),
  };
}

export type JudgedExits = ReturnType<typeof judgeExits>;
